"""`python -m meleekit` is the same as `meleekit`."""

from meleekit.cli import main

if __name__ == "__main__":
    main()
