"""People and each other: who follows whom, who is here, what one has noted about somebody."""
