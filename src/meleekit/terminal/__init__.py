"""The table in the terminal: any game of the house played, watched and looked up in text."""
