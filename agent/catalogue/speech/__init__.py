"""What is said to people in five languages: sentences, genres, countries, reasons. Tables and the words around them."""
