import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { isWithin } from './tree.ts'

type Values = Record<string, unknown>
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path; undefined if there is none. */
export function valueAt(document: InterfaceDocument, path: readonly string[]): unknown {
  let at: unknown = document
  for (const key of path) {
    if (!isValues(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/**
 * Applies one edit. An edit inside a removed component and a move of a component into itself are ignored, so that
 * everyone who applies the same edits in the same order gets the same document.
 */
export function applyEdit(document: InterfaceDocument, edit: InterfaceEdit): InterfaceDocument {
  const { path } = edit
  const [part, id, field] = path
  if (
    part === 'nodes' &&
    field === 'parent' &&
    id &&
    typeof edit.value === 'string' &&
    isWithin(document, edit.value, id)
  )
    return document
  if (
    part === 'nodes' &&
    path.length === 2 &&
    id &&
    isValues(edit.value) &&
    isWithin(document, String(edit.value['parent']), id)
  )
    return document
  return setAt(document as unknown as Values, path, edit) as unknown as InterfaceDocument
}
function setAt(at: Values, [key, ...rest]: readonly string[], edit: InterfaceEdit): Values {
  if (key === undefined) return at
  if (rest.length === 0) {
    if (edit.remove) {
      const { [key]: _, ...others } = at
      return others
    }
    return { ...at, [key]: edit.value }
  }
  const inner = Object.hasOwn(at, key) ? at[key] : undefined
  return isValues(inner) ? { ...at, [key]: setAt(inner, rest, edit) } : at
}
export const applyEdits = (document: InterfaceDocument, edits: readonly InterfaceEdit[]): InterfaceDocument =>
  edits.reduce(applyEdit, document)

/** The edits that undo others. */
export function inverseOf(document: InterfaceDocument, edits: readonly InterfaceEdit[]): InterfaceEdit[] {
  const back: InterfaceEdit[] = []
  let at = document
  for (const edit of edits) {
    const before = valueAt(at, edit.path)
    back.unshift(before === undefined ? { path: edit.path, remove: true } : { path: edit.path, value: before })
    at = applyEdit(at, edit)
  }
  return back
}
export const set = (value: unknown, ...path: string[]): InterfaceEdit => ({ path, value })
export const remove = (...path: string[]): InterfaceEdit => ({ path, remove: true })
