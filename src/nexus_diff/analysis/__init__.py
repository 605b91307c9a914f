"""What a whole graph says: where execution enters, which flows run through it, which symbols belong together, what is dead or cyclic.
Pure: no file, no git, no database; same input, same output."""
