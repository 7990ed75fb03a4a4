import { field, textField } from '#canvas/fields.ts'
import { isObject, type Values } from '#values/own.ts'
import { literal, type VariableType } from './shapes.ts'

/** Location of a setting in `node.data`, and its encoding. */
export interface Slot {
  /** Dotted path below `data`: `inputs.question`. */
  path: string
  /** The path is a list of parameters; the setting is the fixed value of the one with this name. */
  param?: string
  /** The setting is a block input with a fixed value of this type; without it, the plain value. */
  literal?: VariableType
  /** The format stores the setting as text, even numbers. */
  asText?: boolean
}

export function readPath(data: unknown, path: string): unknown {
  let at = data
  for (const key of path.split('.')) at = Array.isArray(at) ? at[Number(key)] : field(at, key)
  return at
}

/** A copy with the value at the path. Everything beside the path is shared and unknown fields are preserved. */
export function writePath<T>(data: T, path: string, value: unknown): T {
  return write(data, path.split('.'), value) as T
}

function write(at: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(at)) return at.with(Number(key), write(at[Number(key)], rest, value))
  const holder: Values = isObject(at) ? at : {}
  const own = Object.keys(holder).find((item) => item.toLowerCase() === key.toLowerCase()) ?? key
  return { ...holder, [own]: write(holder[own], rest, value) }
}

const contentOf = (blockInput: unknown): unknown => field(field(blockInput, 'value'), 'content')

export function readSlot(data: unknown, slot: Slot): unknown {
  const found = readPath(data, slot.path)
  if (slot.param !== undefined) {
    const { param } = slot
    const named = (Array.isArray(found) ? found : []).find((item) => sameName(textField(item, 'name'), param))
    return contentOf(field(named, 'input'))
  }
  return slot.literal ? contentOf(found) : found
}

export function writeSlot<T>(data: T, slot: Slot, value: unknown): T {
  const stored = slot.asText && value !== undefined && value !== null ? String(value) : value
  const wrapped = slot.literal ? literal(slot.literal, stored) : stored
  if (slot.param === undefined) return writePath(data, slot.path, wrapped)
  const { param } = slot
  const list = readPath(data, slot.path)
  const params = Array.isArray(list) ? list : []
  const at = params.findIndex((item) => sameName(textField(item, 'name'), param))
  const own = at < 0 ? { name: param } : (params[at] as Values)
  const input = at < 0 ? literal(slot.literal ?? 'string', stored) : keepShape(field(own, 'input'), slot, stored)
  const next = { ...own, input }
  return writePath(data, slot.path, at < 0 ? [...params, next] : params.with(at, next))
}

/** Writes a value; an existing parameter keeps its declared type and other fields. */
function keepShape(input: unknown, slot: Slot, content: unknown): unknown {
  if (!isObject(input)) return literal(slot.literal ?? 'string', content)
  return { ...input, value: { ...(isObject(input.value) ? input.value : {}), type: 'literal', content } }
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const none: unknown[] = []

/** The list at a path; always the same empty list if there is none. */
export function paramsOf(data: unknown, path: string): unknown[] {
  const found = readPath(data, path)
  return Array.isArray(found) ? found : none
}
