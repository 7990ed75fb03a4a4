import { isExpression } from './template.ts'
import { tokensOf } from './tokens.ts'
import { ExpressionError } from './tree.ts'

type Names = ReadonlyMap<string, string>

/** Renames what an expression reads. An expression that cannot be parsed stays as it is. */
export function renameIn(expression: string, names: Names): string {
  try {
    return renamed(expression, names)
  } catch (cause) {
    if (cause instanceof ExpressionError) return expression
    throw cause
  }
}
function renamed(expression: string, names: Names): string {
  const tokens = tokensOf(expression)
  const open: string[] = []
  const parameters = new Set(tokens.filter((_, at) => tokens[at + 1]?.text === '=>').map(({ text }) => text))
  let [result, from] = ['', 0]
  for (const [at, { kind, text, at: start }] of tokens.entries()) {
    if (kind === 'sign' && '([{'.includes(text)) open.push(text)
    if (kind === 'sign' && ')]}'.includes(text)) open.pop()
    const to = kind === 'name' && !parameters.has(text) ? names.get(text) : undefined
    if (to === undefined) continue
    const before = tokens[at - 1]
    const sign = before?.kind === 'sign' ? before.text : ''
    const isKey = open.at(-1) === '{' && tokens[at + 1]?.text === ':' && (sign === '{' || sign === ',')
    if (sign === '.' || isKey) continue
    result += expression.slice(from, start) + to
    from = start + text.length
  }
  return result + expression.slice(from)
}
/** Renames inside the expressions between `{{` and `}}`, and inside lists and objects. */
export function renameInValue<T>(value: T, names: Names): T {
  if (typeof value === 'string')
    return (
      isExpression(value)
        ? value.replaceAll(/\{\{([\s\S]*?)\}\}/g, (_, inner: string) => `{{${renameIn(inner, names)}}}`)
        : value
    ) as T
  if (Array.isArray(value)) return value.map((item: unknown) => renameInValue(item, names)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renameInValue(item as unknown, names)]),
  ) as T
}
