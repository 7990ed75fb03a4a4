import { badInput } from '../errors.ts'

/** PostgreSQL stores neither NUL nor unpaired surrogates. As escapes, they would be valid JSON. */
const suspicious = /\\u(0000|d[89a-f])/i
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The dotted path of the first text that cannot be stored. */
export function unstorableAt(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path
  if (value instanceof File) return isStorable(value.name) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return path || 'request'
    const found = unstorableAt(inner, path ? `${path}.${key}` : key)
    if (found !== undefined) return found
  }
  return undefined
}

const refusal = (field: string) =>
  badInput(
    field,
    'contains a character that cannot be stored (NUL, or half of a surrogate pair). Remove it',
    '包含无法保存的字符（NUL 或不完整的代理对），请删除后重试',
  )

/** Refuses what the database would refuse, while the field is still known. */
export function requireStorable<T>(value: T): T {
  const field = unstorableAt(value)
  if (field !== undefined) throw refusal(field)
  return value
}
/** Like `requireStorable` for parsed JSON; the raw text usually shows that no check is needed. */
export const requireStorableJson = <T>(text: string, value: T): T =>
  text.includes('\\u') && suspicious.test(text) ? requireStorable(value) : value

/** JSON within a text (a canvas, a bundle) is parsed late; the database's refusal is mapped to the outer field. */
export function unstorableRefusal(cause: unknown, input: object) {
  for (let at = cause; at instanceof Error; at = at.cause) {
    const { code, detail = '' } = at as Error & { code?: string; detail?: string }
    if (code !== '22021' && code !== '22P05' && !(code === '22P02' && /surrogate/i.test(detail))) continue
    const field = Object.entries(input).find(([, value]) => suspicious.test(JSON.stringify(value) ?? ''))?.[0]
    return refusal(field ?? 'request')
  }
  return undefined
}
