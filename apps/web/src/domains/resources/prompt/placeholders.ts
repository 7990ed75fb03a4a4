/** `{company}` is a placeholder, to be filled in by the user of the prompt. `{{input}}` is a variable. */
const pattern = /(?<!\{)\{([\p{L}][\p{L}\p{N}_ -]{0,40})\}(?!\})/gu

/** The names of placeholders in order, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
]

/** Fills in the given values. Placeholders without a value are unchanged. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(pattern, (whole, name: string) => values[name]?.trim() || whole)
