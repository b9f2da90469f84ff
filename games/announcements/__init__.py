"""What the owner tells everybody: a line on every page, a notice, and when the site is away."""
