/** A sign that makes spreadsheets calculate, behind any number of quotes that hold it back. */
const formula = /^'*[=+\-@\t\r]/
const isNumber = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text)

/** The text for a cell of a CSV file: one that looks like a formula gets a quote before it, so that nothing is calculated. */
export const guarded = (text: string): string => (formula.test(text) && !isNumber(text) ? `'${text}` : text)
/** What was guarded, as it was. */
export const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
