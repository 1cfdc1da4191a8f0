"""Arena seasons: stables of fighters, battle after battle, with what each has made of them."""
