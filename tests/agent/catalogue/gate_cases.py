"""Questions for the gate that it has not learned from: sixty to answer, sixty to refuse."""

REQUESTS = """
a heist film from the 90s
something tense set in one room, under two hours
films like Alien
a funny series for two
anything with Robert De Niro
a sad love story
a war film from the soldiers' view
something for the kids on a sunday
korean thriller
french romance
a detective series with several seasons
black and white films
a film about loneliness in a big city
an adventure at sea
hard science fiction
a documentary about mountains
a horror film in the snow
I want to be scared
make me laugh
a road movie with two women
old comedies
short films under 80 minutes
a series about a hospital
a film about a journalist who finds out the truth
murder in a country house
time travel romance
something with a talking animal
a quiet film without much dialogue
bank robbers on the run
a boxer's comeback
people trapped in a lift
a story of revenge in the wild west
ghost story
an epic fantasy with dragons
a political satire
spies in cold war Berlin
a film where the villain wins
a coming of age story from the 80s
monster movie
a good whodunit
anime about friendship
a biopic of a scientist
something romantic but not cheesy
the best crime series
three comedies under 100 minutes
a survival thriller
cop and criminal cat and mouse
a movie about music
I'm looking for a movie about grief
can you recommend a thriller from the seventies
what can we watch as a family
any good films about chess
suggest a series with one season
do you know a film with a twist ending
not horror, but creepy
less violent than a war film, but exciting
a mystery set on a train
nothing longer than 90 minutes
a christmas comedy
superhero films
""".strip().splitlines()

OTHERS = """
hi
hello bot
good morning
how are you doing
thank you
thanks, that helps
ok cool
bye
lol
what are you
who built you
what can you do for me
are you a person
tell me something about you
do you sleep
asdf qwer
xkcd zzz qqq
ghjk ghjk
fjdksla
qwe rty uio
zxcv bnm
lkjhgfdsa
aaaaaaa
blorp fnarg
how do I change a car tyre
how do I boil eggs
what is the weather today
will it snow on friday
what is the capital of Norway
how far is it to the sun
what is 7 times 8
calculate the square root of 144
write a letter to my landlord
translate hello into French
write me a sorting function in java
my code does not compile
how do I update my operating system
my wifi is slow
which laptop is good for students
how much is a litre of milk
where can I buy stamps
book a flight to Oslo
when does the train to Vienna leave
is the pharmacy open
I have a cold, what helps
how many calories are in a banana
how do I get rid of ants
how often should I water a cactus
how do I tie a tie
what is the exchange rate of the euro
who won the world cup
what is the population of China
when did the Roman empire fall
explain photosynthesis
why do cats purr
remind me to buy bread
set the alarm to six
turn off the heating
what is your phone number
count backwards from ten
""".strip().splitlines()
