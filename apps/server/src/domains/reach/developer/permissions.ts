import { createHash } from 'node:crypto'
import { contract, type Op, type Ops } from '@orrery/contract'
import { permissionName } from '@orrery/contract/permission-names'
import type { Locale } from '#kit/errors.ts'

interface Leaf {
  permission_id: string
  key: string
  description: string
  display_name: string
  release_status: 1
  inhouse_status: 1
  ppe_status: 1
  parent_id: string
  permission_type: 0
  permission_scope: 0 | 1
  permission_key: string
}
export interface PermissionGroup extends Leaf {
  childrens: (Leaf & { childrens: never[] })[]
}
export interface PermissionFilter {
  keys: readonly string[]
  fullKeys: readonly string[]
  ids: readonly string[]
}
/** The same on every instance and after every start, since clients store it. */
const idOf = (key: string) => BigInt(`0x${createHash('sha256').update(key).digest('hex').slice(0, 13)}`).toString()
interface Named {
  key: string
  fullKey: string
  parent: string
  description: string
  scope: 0 | 1
}
const leaf = ({ key, fullKey, parent, description, scope }: Named, locale: Locale): Leaf => ({
  permission_id: idOf(fullKey),
  key,
  description,
  display_name: permissionName(fullKey, locale),
  release_status: 1,
  inhouse_status: 1,
  ppe_status: 1,
  parent_id: parent && idOf(parent),
  permission_type: 0,
  permission_scope: scope,
  permission_key: fullKey,
})

/** Every permission that a call requires, described by its calls. */
function listPermissions(locale: Locale): PermissionGroup[] {
  const ops = Object.values(contract as Record<string, Ops>)
    .flatMap((domain): Op[] => Object.values(domain))
    .filter((op) => op.scope !== undefined)
  const byScope = Map.groupBy(ops, (op) => op.scope!)
  const byType = Map.groupBy([...byScope.keys()].toSorted(), (scope) => scope.split('.')[0]!)
  return [...byType].map(([type, scopes]) => {
    const childrens = scopes.map((scope) => {
      const needing = byScope.get(scope)!
      const isAccount = needing.every((op) => op.access === 'user')
      const isChinese = locale === 'zh-CN'
      const words = needing.map((op) => (isChinese && op.summaryZh) || op.summary).join(isChinese ? '；' : '. ')
      const key = scope.slice(type.length + 1)
      const named = { key, fullKey: scope, parent: type, description: words, scope: isAccount ? 1 : 0 } as const
      return { ...leaf(named, locale), childrens: [] }
    })
    const isAccount = childrens.every((children) => children.permission_scope === 1)
    const names = childrens.map((children) => children.display_name).join(locale === 'zh-CN' ? '、' : ', ')
    const named = { key: type, fullKey: type, parent: '', description: names, scope: isAccount ? 1 : 0 } as const
    return { ...leaf(named, locale), childrens }
  })
}
const permissions: Record<Locale, PermissionGroup[]> = { en: listPermissions('en'), 'zh-CN': listPermissions('zh-CN') }

/** Filters the groups by the requested permissions; a requested group is returned whole. */
export function findPermissions({ keys, fullKeys, ids }: PermissionFilter, locale: Locale): PermissionGroup[] {
  if (!keys.length && !fullKeys.length && !ids.length) return permissions[locale]
  const isWanted = (leaf: Leaf) =>
    keys.includes(leaf.key) || fullKeys.includes(leaf.permission_key) || ids.includes(leaf.permission_id)
  return permissions[locale].flatMap((group) => {
    if (isWanted(group)) return group
    const childrens = group.childrens.filter(isWanted)
    return childrens.length ? { ...group, childrens } : []
  })
}
