def scene(*a): return ''
