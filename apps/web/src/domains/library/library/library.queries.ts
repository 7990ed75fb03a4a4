import type { LibraryResource } from '@orrery/contract'
import { FlowMode } from '@orrery/contract/shared/flow-mode'
import { ResType } from '@orrery/contract/shared/plugin-enums'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { TransferPick } from './transfer.ts'

export const libraryKinds = ['plugin', 'workflow', 'knowledge', 'database', 'prompt'] as const
export type LibraryKind = (typeof libraryKinds)[number]
export interface LibrarySearch {
  kind?: LibraryKind
  /** Sub-type: chatflows, knowledge tables. */
  sub?: string
  owner?: 'me'
  status?: 'published' | 'draft'
  word?: string
  folder?: string
}

const types: Record<LibraryKind, TransferPick['resType'][]> = {
  plugin: [ResType.plugin],
  workflow: [ResType.workflow, ResType.imageflow],
  knowledge: [ResType.knowledge],
  database: [ResType.database],
  prompt: [ResType.prompt],
}
export const kindOf = (row: LibraryResource): LibraryKind =>
  libraryKinds.find((kind) => types[kind].some((type) => type === row.res_type)) ?? 'prompt'

/** A resource as something that can be copied or moved. */
export function pickOf(row: LibraryResource): TransferPick {
  const kind = kindOf(row)
  const resType = types[kind].find((type) => type === row.res_type) ?? ResType[kind]
  return { id: row.res_id, name: row.name, kind, resType }
}

/** Which kinds of a kind can be told apart, with the number that each has on the wire. */
export const subTypes = {
  workflow: { plain: FlowMode.workflow, chatflow: FlowMode.chatFlow },
  knowledge: { text: 0, table: 1, image: 2 },
} as const
const subOf = (kind: LibraryKind | undefined, sub: string | undefined): number[] => {
  const known: Record<string, number> = kind === 'workflow' || kind === 'knowledge' ? subTypes[kind] : {}
  const wanted = sub === undefined ? undefined : known[sub]
  return wanted === undefined ? [] : [wanted]
}
/** With a filter everything below the folder is searched; without one only what lies in it is shown. */
export const isFiltered = (search: LibrarySearch): boolean =>
  Object.entries(search).some(([key, value]) => key !== 'folder' && Boolean(value))

/** Everything of a space that bots can use, a page at a time. */
export const libraryQuery = (spaceId: string, search: LibrarySearch) => {
  const { kind, sub, owner, status, word, folder } = search
  return infiniteQueryOptions({
    queryKey: ['library', spaceId, { kind, sub, owner, status, word, folder }],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.library.list(
        {
          space_id: spaceId,
          res_type_filter: kind ? types[kind] : [],
          res_sub_type_filter: subOf(kind, sub),
          user_filter: owner === 'me' ? 1 : 0,
          publish_status_filter: status === 'published' ? 2 : status === 'draft' ? 1 : 0,
          name: word ?? '',
          folder_id: folder,
          folder_include_children: isFiltered(search),
          is_unfiled: !isFiltered(search),
          size: 30,
          cursor: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.cursor : undefined),
  })
}

export const refreshLibrary = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['library'] })

/** Each kind is taken away by a call of its own. */
export function removeResource(row: LibraryResource): Promise<unknown> {
  const { res_id: id, space_id: spaceId } = row
  switch (kindOf(row)) {
    case 'plugin':
      return api.plugin.remove({ plugin_id: id }, { toast: true })
    case 'workflow':
      return api.workflow.remove({ workflow_id: id, space_id: spaceId }, { toast: true })
    case 'knowledge':
      return api.knowledge.remove({ dataset_id: id }, { toast: true })
    case 'database':
      return api.database.remove({ id }, { toast: true })
    case 'prompt':
      return api.promptLibrary.remove({ prompt_resource_id: id }, { toast: true })
  }
}

const most = 200
/** Takes away several things and folders; says which it could not, each with the reason. */
export async function removeMany(spaceId: string, ids: readonly string[]): Promise<{ id: string; reason: string }[]> {
  const failed: { id: string; reason: string }[] = []
  for (let at = 0; at < ids.length; at += most) {
    const part = { space_id: spaceId, ids: ids.slice(at, at + most) }
    failed.push(...(await api.bundle.removeMany(part)).failed)
  }
  return failed
}
