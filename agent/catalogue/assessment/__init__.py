"""How good whole answers are: cases with what is expected, the scores of an answer, a judge."""
