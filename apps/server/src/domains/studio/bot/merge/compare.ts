import {
  byIdentity,
  childPath,
  type Fields,
  isBranched,
  isEqual,
  isFields,
  isList,
  isPlace,
  isWhole,
  itemPath,
} from './shape.ts'

export const DiffAction = { add: 1, delete: 2, modify: 3, remove: 4, remain: 5 } as const
export type DiffAction = (typeof DiffAction)[keyof typeof DiffAction]
/** One difference between two states. */
export interface Difference {
  path: string
  /** The name of the field or list that contains the difference. */
  key: string
  action: DiffAction
  left: unknown
  right: unknown
  /** Whether the difference is an item of a list rather than a value. */
  isItem?: boolean
}
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && !value.length) ||
  (isFields(value) && !Object.keys(value).length)
const actionOf = (left: unknown, right: unknown): DiffAction =>
  isEmpty(left) ? DiffAction.add : isEmpty(right) ? DiffAction.delete : DiffAction.modify

/** The differences between two states of a bot, in the order of its parts. */
export function compareTrees(left: Fields, right: Fields): Difference[] {
  const found: Difference[] = []
  compareFields('$', left, right, found)
  return found
}
function compareFields(path: string, left: Fields, right: Fields, found: Difference[]) {
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    compareAt(childPath(path, key), key, left[key], right[key], found)
}
function compareAt(path: string, key: string, left: unknown, right: unknown, found: Difference[]) {
  if (isPlace(key) || isEqual(left, right)) return
  if (isList(key)) return compareLists(path, key, left, right, found)
  if (!isWhole(key) && isFields(left) && isFields(right)) return compareFields(path, left, right, found)
  found.push({ path, key, action: actionOf(left, right), left, right })
}
function compareLists(path: string, key: string, left: unknown, right: unknown, found: Difference[]) {
  const [old, now] = [byIdentity(key, left), byIdentity(key, right)]
  const before = found.length
  for (const [id, item] of now) {
    const known = old.get(id)
    const at = itemPath(path, id)
    if (known === undefined)
      found.push({ path: at, key, action: DiffAction.add, left: undefined, right: item, isItem: true })
    else if (isBranched(key)) compareFields(at, known as Fields, item as Fields, found)
    else if (!isEqual(known, item))
      found.push({ path: at, key, action: DiffAction.modify, left: known, right: item, isItem: true })
  }
  for (const [id, item] of old)
    if (!now.has(id))
      found.push({
        path: itemPath(path, id),
        key,
        action: DiffAction.remove,
        left: item,
        right: undefined,
        isItem: true,
      })
  const common = (ids: Iterable<string>, others: Map<string, unknown>) => [...ids].filter((id) => others.has(id))
  const [was, is] = [common(old.keys(), now), common(now.keys(), old)]
  if (!isEqual(was, is) && (found.length === before || key !== 'shortcut_sort'))
    found.push({ path: childPath(path, 'order'), key, action: DiffAction.modify, left: was, right: is })
}
