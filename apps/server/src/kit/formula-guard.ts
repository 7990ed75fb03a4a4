/** Characters that make spreadsheets calculate, after any number of quotes that prevent it. */
const formula = /^'*[=+\-@\t\r]/
const isNumber = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text)

/** The text for a cell of a CSV file. A quote in front of anything like a formula prevents its calculation. */
export const guarded = (text: string): string => (formula.test(text) && !isNumber(text) ? `'${text}` : text)
/** Removes the quote that `guarded` added. */
export const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
