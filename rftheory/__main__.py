"""`python -m rftheory` is the command line. Nothing else is here."""

from rftheory.cli import main

if __name__ == "__main__":
    main()
