/** Fills `{{name}}` in a persona. A name that nobody knows becomes nothing; what is filled in is never looked at again. */
export function fillPersona(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{\s*([^{}\n]{1,100}?)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : '',
  )
}
