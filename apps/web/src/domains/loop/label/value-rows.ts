import type { GivenLabelValue, ShownLabelValue } from '@orrery/contract'
import { LABEL_LIMITS } from '@orrery/contract/shared/label-enums'

/** A value of the tree as a row of the form. */
export interface ValueRow {
  id: string
  /** The id on the server; undefined for a new value. */
  valueId?: string
  name: string
  description: string
  isActive: boolean
  depth: number
}
let lastId = 0
export const emptyValue = (depth = 0): ValueRow => ({
  id: `new-${(lastId += 1)}`,
  name: '',
  description: '',
  isActive: true,
  depth,
})

export const toRows = (values: readonly ShownLabelValue[], depth = 0): ValueRow[] =>
  values.flatMap(({ tagValueID, tagValueName, description, status, children }) => [
    { id: tagValueID, valueId: tagValueID, name: tagValueName, description, isActive: status === 1, depth },
    ...toRows(children, depth + 1),
  ])

/** Converts rows to a tree. Rows without a name are left out. */
export function toTree(rows: readonly ValueRow[]): GivenLabelValue[] {
  const top: GivenLabelValue[] = []
  const open: GivenLabelValue[] = []
  for (const { valueId, name, description, isActive, depth } of rows) {
    if (!name.trim()) continue
    const value: GivenLabelValue = {
      tagValueID: valueId,
      tagValueName: name.trim(),
      description,
      status: isActive ? 1 : 2,
      children: [],
    }
    const level = Math.min(depth, open.length)
    open.length = level
    ;(open.at(-1)?.children ?? top).push(value)
    open.push(value)
  }
  return top
}

/** The greatest depth that a row can have: one level deeper than the row above. */
export const maxDepthAt = (rows: readonly ValueRow[], at: number): number =>
  at === 0 ? 0 : Math.min(LABEL_LIMITS.height - 1, rows[at - 1]!.depth + 1)

/** Whether another row has the same name. Names are unique. */
export const hasDuplicateName = (row: ValueRow, rows: readonly ValueRow[]): boolean =>
  row.name.trim() !== '' && rows.some((other) => other !== row && other.name.trim() === row.name.trim())

/** The version after 1.2.3 is 1.3.0. */
export function nextVersion(version: string): string {
  const [major = '0', minor = '0'] = version.split('.')
  return `${major}.${BigInt(minor) + 1n}.0`
}

/** The names of all active values, on all levels. */
export const valueNames = (values: readonly ShownLabelValue[]): string[] =>
  values.flatMap(({ tagValueName, status, children }) => [
    ...(status === 1 ? [tagValueName] : []),
    ...valueNames(children),
  ])
