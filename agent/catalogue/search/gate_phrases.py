"""Example questions, about films and not, for the gate's prototypes; one a line."""

INSIDE = tuple(
    """
a thriller with a twist at the end
something funny to watch tonight
films like Blade Runner
a documentary about the sea
a love story set in Paris
a series about politicians
movies with Meryl Streep
anything by Stanley Kubrick
a heist that goes wrong
two people talking in one room
animated film for small children
a slow drama about grief
zombies in an airport
courtroom drama
a western with a female lead
an old black and white comedy
Japanese horror from the 2000s
short series with one season
the one where everybody is stuck in a hotel
space adventure for the whole family
based on a true story
a sad film that makes me cry
a detective hunts a serial killer
prison escape
time travel
coming of age in a small town
mi a legjobb magyar vígjáték
una película de terror
survival at sea
a musical about dancers
""".strip().splitlines()
)

OUTSIDE = tuple(
    """
how do I repair a bicycle
what will the weather be like tomorrow
write a python function
how are you doing today
what is the capital of Canada
give me a recipe for soup
what is 12 times 9
thanks a lot
good morning everyone
who won the match yesterday
book me a table for four
how much does a plane ticket cost
my phone does not charge
translate this into German
explain quantum physics
what time is it
are you a robot
tell me a joke
my stomach hurts, what should I take
how do I lose weight
fix this error in my code
set an alarm for seven
what is the price of gold
how tall is Mount Everest
plan a trip to Rome
asdf jkl qwertz
lorem ipsum dolor sit amet
which laptop should I buy
who is the president of France
see you later
""".strip().splitlines()
)
