import type { ContentRule } from '@orrery/contract'
import { type ContentScope, WILDCARD_REACH } from '@orrery/contract/shared/content-scopes'

type Test = (text: string) => boolean

/** Normalises case, width and invisible characters, so that they cannot hide a word. */
const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .toLowerCase()

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Compiles a rule into a test of normalised texts. A wildcard matches a bounded length, which bounds the time. */
function testOf({ text, whole_word: isWhole }: ContentRule): Test {
  const words = normalise(text)
  if (!isWhole && !words.includes('*')) return (given) => given.includes(words)
  const body = words
    .split('*')
    .map(escaped)
    .join(String.raw`[^\n]{0,${WILDCARD_REACH}}?`)
  const pattern = new RegExp(isWhole ? String.raw`(?<![\p{L}\p{N}_])${body}(?![\p{L}\p{N}_])` : body, 'u')
  return (given) => pattern.test(given)
}

const known = new WeakMap<readonly ContentRule[], { rule: ContentRule; test: Test }[]>()
/** Compiles each stored list of rules once. */
function compiled(rules: readonly ContentRule[]) {
  const found = known.get(rules) ?? rules.map((rule) => ({ rule, test: testOf(rule) }))
  known.set(rules, found)
  return found
}

/** The first rule that the text violates. */
export function brokenRule(rules: readonly ContentRule[], scope: ContentScope, text: string): ContentRule | undefined {
  if (rules.length === 0 || text === '') return undefined
  const given = normalise(text)
  return compiled(rules).find(
    ({ rule, test }) => (rule.scopes.length === 0 || rule.scopes.includes(scope)) && test(given),
  )?.rule
}
