def refusal(*a): return ''
