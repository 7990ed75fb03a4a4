import type { FolderBasicInfo, FolderInfo } from '@orrery/contract'
import { FolderType } from '@orrery/contract/shared/project-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { TreeNode } from '#lib/tree.ts'
import { refreshLibrary } from './library.queries.ts'
import type { LibraryRow } from './library-rows.ts'

export type Folder = FolderBasicInfo

/** All folders of the library of a space. There are few enough to load them without paging. */
export const foldersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['library', 'folders', spaceId],
    queryFn: ({ signal }) => api.folder.tree({ space_id: spaceId, type: FolderType.resource }, { signal }),
  })

const flatten = (tree: readonly FolderInfo[]): Folder[] =>
  tree.flatMap((item) => [item.folder_basic_info, ...flatten(item.children_list)])

/** The path from the top to a folder, which comes last; empty if the id is unknown. */
export function pathTo(tree: readonly FolderInfo[], id: string | undefined): Folder[] {
  for (const found of tree) {
    if (found.folder_basic_info.id === id) return [found.folder_basic_info]
    const below = pathTo(found.children_list, id)
    if (below.length) return [found.folder_basic_info, ...below]
  }
  return []
}
export const childrenOf = (tree: readonly FolderInfo[], id: string | undefined): Folder[] =>
  flatten(tree).filter((folder) => (id === undefined ? !isInside(folder) : folder.parent_id === id))
const isInside = (folder: Folder) => folder.parent_id !== '' && folder.parent_id !== '0'

/** Folders whose name contains a word, at any depth. */
export function foldersNamed(tree: readonly FolderInfo[], id: string | undefined, word: string): Folder[] {
  const at = id === undefined ? tree : (findInfo(tree, id)?.children_list ?? [])
  return flatten(at).filter((folder) => folder.name.toLowerCase().includes(word.toLowerCase()))
}
function findInfo(tree: readonly FolderInfo[], id: string): FolderInfo | undefined {
  for (const item of tree) {
    const found = item.folder_basic_info.id === id ? item : findInfo(item.children_list, id)
    if (found) return found
  }
  return undefined
}

/** Possible move targets: a folder cannot move into itself or its descendants. */
export const treeWithout = (tree: readonly FolderInfo[], moved: ReadonlySet<string>): TreeNode<Folder>[] =>
  tree
    .filter((item) => !moved.has(item.folder_basic_info.id))
    .map((item) => {
      const children = treeWithout(item.children_list, moved)
      return { id: item.folder_basic_info.id, data: item.folder_basic_info, ...(children.length && { children }) }
    })

/** Moves folders and resources into a folder, or to the top. Returns what could not be moved. */
export async function moveRows(
  spaceId: string,
  rows: readonly LibraryRow[],
  to: string | undefined,
): Promise<LibraryRow[]> {
  for (const row of rows)
    if (row.is === 'folder' && row.id !== to) await api.folder.move({ folder_id: row.id, parent_folder_id: to })
  const resources = rows.filter((row) => row.is === 'resource')
  const failed = new Set<string>()
  for (let at = 0; at < resources.length; at += 200) {
    const part = resources.slice(at, at + 200).map((row) => ({ object_id: row.id }))
    const result = await api.folder.moveObjects({ folder_space_id: spaceId, dest_folder_id: to, move_objects: part })
    for (const id of result.failed) failed.add(id)
  }
  await refreshLibrary()
  return resources.filter((row) => failed.has(row.id))
}
