import type { TextRule } from '@orrery/contract/shared/evaluation-enums'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const MOST_STARTS = 1000
/** Whether a text contains a JSON object or list. */
function containsJson(text: string): boolean {
  const ends = [text.lastIndexOf('}'), text.lastIndexOf(']')]
  let tried = 0
  for (let at = 0; at < text.length && tried < MOST_STARTS; at += 1) {
    if (text[at] !== '{' && text[at] !== '[') continue
    tried += 1
    const end = text[at] === '{' ? ends[0]! : ends[1]!
    const found = end > at ? jsonOf(text.slice(at, end + 1)) : undefined
    if (typeof found === 'object' && found !== null) return true
  }
  return false
}
type Meets = (text: string, contents: readonly string[]) => boolean
const low = (text: string) => text.toLowerCase()
/** All text rules except regular expressions, which run in the sandbox. */
const rules: Record<Exclude<TextRule, 'regex'>, Meets> = {
  equals: (text, [first = '']) => text === first,
  contains: (text, [first = '']) => text.includes(first),
  icontains: (text, [first = '']) => low(text).includes(low(first)),
  starts_with: (text, [first = '']) => text.startsWith(first),
  contains_any: (text, list) => list.some((one) => text.includes(one)),
  contains_all: (text, list) => list.every((one) => text.includes(one)),
  icontains_any: (text, list) => list.some((one) => low(text).includes(low(one))),
  icontains_all: (text, list) => list.every((one) => low(text).includes(low(one))),
  is_json: (text) => jsonOf(text) !== undefined,
  contains_json: containsJson,
  is_json_object: (text) => isObject(jsonOf(text)),
}
export const meets = (rule: Exclude<TextRule, 'regex'>, text: string, contents: readonly string[]): boolean =>
  rules[rule](text, contents)
