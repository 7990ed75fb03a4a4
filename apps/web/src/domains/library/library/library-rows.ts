import type { FolderBasicInfo, LibraryResource } from '@orrery/contract'
import type { LibraryKind } from '@orrery/contract/shared/resource-kinds'
import { kindOf } from './library.queries.ts'

/** A row of the library: a folder or a resource. */
export type LibraryRow =
  | { is: 'folder'; id: string; name: string; folder: FolderBasicInfo }
  | { is: 'resource'; id: string; name: string; kind: LibraryKind; resource: LibraryResource }

export const folderRow = (folder: FolderBasicInfo): LibraryRow => ({
  is: 'folder',
  id: folder.id,
  name: folder.name,
  folder,
})
export const resourceRow = (resource: LibraryResource): LibraryRow => ({
  is: 'resource',
  id: resource.res_id,
  name: resource.name,
  kind: kindOf(resource),
  resource,
})
export const resourcesOf = (rows: readonly LibraryRow[]) => rows.filter((row) => row.is === 'resource')

const action = { copy: 1, delete: 2, turnOff: 3, edit: 4 } as const
export const mayDo = (resource: LibraryResource, what: keyof typeof action): boolean =>
  resource.actions.some((item) => item.key === action[what] && item.enable)

/** The fields of a resource that tiles and links need. */
export const placed = (resource: LibraryResource) => ({
  id: resource.res_id,
  kind: kindOf(resource),
  sub_type: resource.res_sub_type,
  space_id: resource.space_id,
})
