"""placeholder"""


def measure_table():
    return []
