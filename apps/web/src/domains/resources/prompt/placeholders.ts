/** `{company}` stands for something that the user of the prompt knows; `{{input}}` is a variable and stays. */
const pattern = /(?<!\{)\{([\p{L}][\p{L}\p{N}_ -]{0,40})\}(?!\})/gu

/** The names in their order, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
]

/** The text with what is known filled in; what is left empty stays as it was. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(pattern, (whole, name: string) => values[name]?.trim() || whole)
