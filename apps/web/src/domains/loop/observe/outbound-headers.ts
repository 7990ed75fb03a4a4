/** Headers as lines. The server never returns values; a line without one keeps the stored value. */
export const toLines = (names: readonly string[]): string => names.map((name) => `${name}:`).join('\n')

export const fromLines = (text: string): { name: string; value: string }[] =>
  text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    const name = (at === -1 ? line : line.slice(0, at)).trim()
    return name ? [{ name, value: at === -1 ? '' : line.slice(at + 1).trim() }] : []
  })
