/** Fills `{{name}}` in a persona. Unknown names become empty; filled-in text is not expanded again. */
export function fillPersona(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{\s*([^{}\n]{1,100}?)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : '',
  )
}
