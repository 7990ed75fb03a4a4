import { type HostedKind, isHosted, kindOfResType, type ResType } from '@orrery/contract/shared/resource-kinds'
import { tileOf } from '#lib/resource-kinds.ts'
import type { TileKind } from '#lib/tile-kind.ts'
import type { TabKey } from './ide/tab-place.ts'

export const groups = ['workflows', 'plugins', 'data'] as const
export type Group = (typeof groups)[number]

export interface ProjectResource {
  id: string
  key: TabKey
  name: string
  kind: HostedKind
  tile: TileKind
  resType: (typeof ResType)[keyof typeof ResType]
  may: { copy: boolean; copyToLibrary: boolean; moveToLibrary: boolean; delete: boolean }
}

export const groupOf = (kind: HostedKind): Group =>
  kind === 'workflow' ? 'workflows' : kind === 'plugin' ? 'plugins' : 'data'

/** An unused name for a copy, with characters that every kind allows. */
export function copyName(name: string, taken: readonly string[]): string {
  const base = `${name}_copy`
  if (!taken.includes(base)) return base
  let nth = 2
  while (taken.includes(`${base}${nth}`)) nth += 1
  return `${base}${nth}`
}

interface ListedResource {
  res_id: string
  name: string
  res_type: number
  res_sub_type: number
  actions: readonly { key: number; enable: boolean }[]
}
/** Numbers of the actions on a resource of a project. */
const actions = { copy: 2, copyToLibrary: 3, moveToLibrary: 4, delete: 5 } as const

export function readResource(row: ListedResource): ProjectResource | undefined {
  const kind = kindOfResType(row.res_type)
  if (!kind || !isHosted(kind)) return undefined
  const may = (key: number) => row.actions.some((action) => action.key === key && action.enable)
  return {
    id: row.res_id,
    key: `${kind}/${row.res_id}`,
    name: row.name,
    kind,
    tile: tileOf({ kind, sub_type: row.res_sub_type }),
    resType: row.res_type as ProjectResource['resType'],
    may: {
      copy: may(actions.copy),
      copyToLibrary: may(actions.copyToLibrary),
      moveToLibrary: may(actions.moveToLibrary),
      delete: may(actions.delete),
    },
  }
}
