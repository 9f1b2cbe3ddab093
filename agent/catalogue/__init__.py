"""What is about films and series: the title, its look-up, and how answers speak of it."""
