"""`python -m checker FILE...`, in a copy of this folder too."""

from .program import main

raise SystemExit(main())
