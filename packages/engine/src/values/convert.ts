import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { parseJson, stableJson, numberText } from './json.ts'
import { isObject, setOwn, type Values } from './own.ts'
import { takeFileName } from './files.ts'
import { type TypeInfo, typeName } from './types.ts'

export interface Warning {
  path: string
  type: string
  /** Replaces the usual message. */
  message?: string
  messageZh?: string
  code?: number
}

/** Collects the warnings of a conversion and the names of files it found. */
export interface Sink {
  warnings: Warning[]
  files: Map<string, string> | undefined
  /** Missing required fields of nested objects are errors (only for start inputs). */
  required: boolean
}

export const createSink = (files?: Map<string, string>, required = false): Sink => ({ warnings: [], files, required })
export const warningText = (warnings: readonly Warning[]): string =>
  warnings.map((warning) => warning.message ?? `field ${warning.path} is not ${warning.type}`).join(', ')
export const warningTextZh = (warnings: readonly Warning[]): string =>
  warnings
    .map(({ path, type, message, messageZh = message }) => messageZh ?? `字段 ${path} 不是 ${type} 类型`)
    .join('，')

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const falsehoods = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])
const whole = /^[+-]?\d+$/
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const maxInt = 9223372036854775807n
const minInt = -9223372036854775808n

/**
 * Converts a value to a declared type. A value that fits already is returned without a copy. A value that cannot be
 * converted becomes null (an empty list for lists) with a warning that names the path. Null is valid for every type.
 */
export function convert(value: unknown, type: TypeInfo, path: string, sink: Sink): unknown {
  if (value === null || value === undefined) return null
  switch (type.kind) {
    case 'string':
    case 'time':
      return typeof value === 'string' ? value : toText(value, type, path, sink)
    case 'file':
      return toFile(value, type, path, sink)
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : toInteger(value, type, path, sink)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : toNumber(value, type, path, sink)
    case 'boolean':
      return typeof value === 'boolean' ? value : toBoolean(value, type, path, sink)
    case 'object':
      return toObject(value, type, path, sink)
    case 'list':
      return toList(value, type, path, sink)
    default:
      return value
  }
}

function refuse(type: TypeInfo, path: string, sink: Sink): null {
  sink.warnings.push({ path, type: typeName(type) })
  return null
}

function toText(value: unknown, type: TypeInfo, path: string, sink: Sink): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : refuse(type, path, sink)
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? stableJson(value) : refuse(type, path, sink)
}

function toFile(value: unknown, type: TypeInfo, path: string, sink: Sink): string | null {
  const text = toText(value, type, path, sink)
  if (text === null) return null
  // Pasted addresses may have blanks and line breaks around them.
  const [url, name] = takeFileName(text.trim())
  if (name !== undefined) sink.files?.set(url, name)
  return url
}

/** Integers beyond 2^53 stay as digits in a string: they are ids, and a double would round them. */
function toInteger(value: unknown, type: TypeInfo, path: string, sink: Sink): number | string | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return refuse(type, path, sink)
    const cut = Math.trunc(value)
    return Number.isSafeInteger(cut) ? cut || 0 : exactInteger(BigInt(cut), type, path, sink)
  }
  if (typeof value !== 'string' || !whole.test(value)) return refuse(type, path, sink)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number || 0 : exactInteger(BigInt(value.replace(/^\+/, '')), type, path, sink)
}

function exactInteger(value: bigint, type: TypeInfo, path: string, sink: Sink): string | null {
  return value > maxInt || value < minInt ? refuse(type, path, sink) : value.toString()
}

function toNumber(value: unknown, type: TypeInfo, path: string, sink: Sink): number | null {
  if (typeof value !== 'string' || !decimal.test(value)) return refuse(type, path, sink)
  const number = Number(value)
  return Number.isFinite(number) ? number : refuse(type, path, sink)
}

function toBoolean(value: unknown, type: TypeInfo, path: string, sink: Sink): boolean | null {
  if (typeof value !== 'string') return refuse(type, path, sink)
  if (truths.has(value)) return true
  return falsehoods.has(value) ? false : refuse(type, path, sink)
}

function toObject(value: unknown, type: TypeInfo, path: string, sink: Sink): Values | null {
  const parsed = typeof value === 'string' ? parseOr(value) : value
  if (!isObject(parsed)) return parsed === null && value === 'null' ? null : refuse(type, path, sink)
  if (!type.fields) return parsed
  let changed: Values | undefined
  for (const [name, variable] of type.fields) {
    if (!Object.hasOwn(parsed, name)) {
      if (sink.required && variable.required) throw missing(`${path}.${name}`)
      continue
    }
    const before = parsed[name]
    const after = convert(before, variable.type, `${path}.${name}`, sink)
    if (after !== before) setOwn((changed ??= copy(parsed)), name, after)
  }
  return changed ?? parsed
}

function toList(value: unknown, type: TypeInfo, path: string, sink: Sink): unknown[] | null {
  const parsed = typeof value === 'string' ? parseOr(value) : value
  if (!Array.isArray(parsed)) {
    if (parsed === null && value === 'null') return null
    refuse(type, path, sink)
    return []
  }
  const element = type.element
  if (!element || element.kind === 'any') return parsed
  let kept: unknown[] | undefined
  for (let i = 0; i < parsed.length; i++) {
    const before = parsed[i] as unknown
    const count = sink.warnings.length
    const after = convert(before, element, `${path}.${i}`, sink)
    // An element that fails to convert is dropped, except for an object with a bad field.
    const drop = sink.warnings.length > count && !isObject(after)
    if (kept) {
      if (!drop) kept.push(after)
    } else if (drop || after !== before) {
      kept = parsed.slice(0, i)
      if (!drop) kept.push(after)
    }
  }
  return kept ?? parsed
}

function parseOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function copy(value: Values): Values {
  const out: Values = {}
  for (const key of Object.keys(value)) setOwn(out, key, value[key])
  return out
}

export function missing(path: string): EngineError {
  const error = new EngineError(ErrorCode.engine.missingParam, `the required parameter "${path}" is missing`, {
    zh: `缺少必填参数「${path}」`,
    retryable: false,
  })
  error.parameter = path
  return error
}
