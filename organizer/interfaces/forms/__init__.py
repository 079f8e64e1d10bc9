"""Forms of the pages: what people type, checked and cleaned before the domain sees it."""
