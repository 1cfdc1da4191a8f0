"""The laboratory: what is computed about games rather than played."""
