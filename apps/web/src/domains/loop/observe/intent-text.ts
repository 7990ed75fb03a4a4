import type { Intent } from '@orrery/contract'

type Named = Omit<Intent, 'children'>
const lineOf = ({ name, words }: Named) => (words.length ? `${name}: ${words.join(', ')}` : name)

/** Writes intents as lines: the second level is indented, and a colon precedes the keywords. */
export const toText = (intents: readonly Intent[]): string =>
  intents.flatMap((one) => [lineOf(one), ...one.children.map((child) => `  ${lineOf(child)}`)]).join('\n')

/** Parses the lines. An intent that keeps its name keeps its id, and so the questions sorted under it. */
export function fromText(text: string, known: readonly Intent[]): Intent[] {
  const ids = new Map(known.flatMap((one) => [one, ...one.children]).map(({ id, name }) => [name.toLowerCase(), id]))
  const intents: Intent[] = []
  for (const line of text.split('\n')) {
    if (!line.trim()) continue
    const [name = '', ...rest] = line.split(/[:：]/)
    const words = rest
      .join(':')
      .split(/[,，、]/)
      .map((word) => word.trim())
      .filter(Boolean)
    const one = { id: ids.get(name.trim().toLowerCase()) ?? '', name: name.trim(), words: [...new Set(words)] }
    const above = intents.at(-1)
    if (/^\s/.test(line) && above) above.children.push(one)
    else intents.push({ ...one, children: [] })
  }
  return intents
}
