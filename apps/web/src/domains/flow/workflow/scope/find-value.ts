import type { RefContent } from '@orrery/engine/describe'
import type { ScopeGroup, ScopeValue } from './scope-tree.ts'

export interface FoundValue {
  group: ScopeGroup
  value: ScopeValue
  /** Names from the root to the value. */
  path: readonly string[]
}

export const pathOf = (ref: RefContent): string[] =>
  ref.source === 'block-output' ? (ref.name ? ref.name.split('.') : []) : (ref.path ?? [])

/** Resolves a reference; undefined if its target no longer exists. */
export function findValue(scope: readonly ScopeGroup[], ref: RefContent): FoundValue | undefined {
  const path = pathOf(ref)
  for (const group of scope) {
    if (!belongs(group, ref)) continue
    const value = walk(group.values, path)
    if (value) return { group, value, path }
  }
  return undefined
}

const belongs = (group: ScopeGroup, ref: RefContent): boolean =>
  group.node
    ? ref.source === 'block-output' && group.node.id === ref.blockID
    : ref.source === `global_variable_${group.as}`

function walk(values: readonly ScopeValue[], [name, ...rest]: readonly string[]): ScopeValue | undefined {
  const found = values.find((value) => value.name === name)
  if (!found || !rest.length) return found
  // A value without declared fields may contain anything, therefore every path into it is valid.
  if (!found.children.length && isOpen(found)) return openChild(found, rest)
  return walk(found.children, rest)
}

const isOpen = ({ type }: ScopeValue): boolean => type.type === 'object' || type.type === 'list'

const openChild = (value: ScopeValue, path: readonly string[]): ScopeValue => ({
  ...value,
  id: `${value.id}.${path.join('.')}`,
  name: path.at(-1)!,
  type: { type: 'string' },
  children: [],
})
