"""Translation of single chat messages by the LibreTranslate site that the owner names."""
