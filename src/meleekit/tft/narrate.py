def narrate(*a): return ''
