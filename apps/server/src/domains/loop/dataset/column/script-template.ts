/** The initial code in the editor when Python fills a column. */
export const SCRIPT_TEMPLATE = `def process(item):
    """item: the values of a row by the names of their columns, as text.
    Return the value of the column, or a dict with a value for each column."""
    return item.get("input", "").strip()
`
