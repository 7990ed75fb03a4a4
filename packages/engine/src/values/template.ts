import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { valueText } from './json.ts'
import { isObject, type Values } from './own.ts'

export interface Placeholder {
  /** The placeholder as written, shown if there is no value for it. */
  raw: string
  /** Text between the braces, trimmed. */
  expression: string
  root: string
  path: readonly (string | number)[]
}
export type Part = string | Placeholder
export interface Template {
  text: string
  parts: readonly Part[]
}

const mark = /\{\{([^{}]*)\}\}/g
const expression = /^[^.[\]{}\s"']+(?:\.[^.[\]{}"']+|\[\d{1,9}\])*$/
const step = /\.([^.[\]]+)|\[(\d+)\]/g

/** Splits a text into literals and placeholders in one pass, without nesting and without code. */
export function parseTemplate(text: string): Template {
  const parts: Part[] = []
  let last = 0
  for (const match of text.matchAll(mark)) {
    const inner = match[1]!.trim()
    if (!expression.test(inner)) continue
    if (match.index > last) parts.push(text.slice(last, match.index))
    parts.push(parsePlaceholder(match[0], inner))
    last = match.index + match[0].length
  }
  if (last < text.length) parts.push(text.slice(last))
  return { text, parts }
}

function parsePlaceholder(raw: string, inner: string): Placeholder {
  const end = inner.search(/[.[]/)
  const root = end < 0 ? inner : inner.slice(0, end)
  const path: (string | number)[] = []
  if (end >= 0) for (const match of inner.slice(end).matchAll(step)) path.push(match[1] ?? Number(match[2]))
  return { raw, expression: inner, root, path }
}

export type ShowValue = (value: unknown) => string

export function render(template: Template, input: Values, show: ShowValue = valueText): string {
  const { parts } = template
  if (parts.length === 1 && typeof parts[0] === 'string') return parts[0]
  let out = ''
  for (const part of parts) out += typeof part === 'string' ? part : renderPlaceholder(part, input, show)
  return out
}

export function renderPlaceholder(part: Placeholder, input: Values, show: ShowValue): string {
  if (!Object.hasOwn(input, part.root)) return part.raw
  const value = walk(part, input[part.root])
  return value === unknownField ? part.raw : value === null || value === undefined ? '' : show(value)
}

const unknownField = Symbol('unknown field')

function walk(part: Placeholder, root: unknown): unknown {
  let at = root
  for (const key of part.path) {
    if (typeof key === 'number') {
      if (at === null || at === undefined) {
        throw new EngineError(ErrorCode.engine.nullIndex, `${part.raw}: the list to take element ${key} from is null`, {
          zh: `${part.raw}：数组为空值，无法按下标 ${key} 取值`,
        })
      }
      if (!Array.isArray(at)) return unknownField
      if (key >= at.length) {
        throw new EngineError(
          ErrorCode.engine.indexRange,
          `${part.raw}: element ${key} is out of range, the list has ${at.length}`,
          { zh: `${part.raw}：下标 ${key} 超出范围，数组只有 ${at.length} 项` },
        )
      }
      at = at[key] as unknown
    } else {
      if (at === null || at === undefined) return null
      if (!isObject(at) || !Object.hasOwn(at, key)) return unknownField
      at = at[key]
    }
  }
  return at
}
