import type { LibraryResource } from '@orrery/contract'
import { FlowMode } from '@orrery/contract/shared/flow-mode'
import { kindOfResType, type LibraryKind, ResType } from '@orrery/contract/shared/resource-kinds'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { TransferPick } from './transfer.ts'

export interface LibrarySearch {
  kind?: LibraryKind
  /** Sub-type: chatflows, knowledge tables. */
  sub?: string
  owner?: 'me'
  status?: 'published' | 'draft'
  word?: string
  folder?: string
}

/** The numbers of a kind on the wire; a workflow has two. */
const typesOf = (kind: LibraryKind) => Object.values(ResType).filter((type) => kindOfResType(type) === kind)
export const kindOf = (row: LibraryResource): LibraryKind => kindOfResType(row.res_type) ?? 'prompt'

/** A resource to copy or move. */
export function pickOf(row: LibraryResource): TransferPick {
  const kind = kindOf(row)
  const resType = typesOf(kind).find((type) => type === row.res_type) ?? ResType[kind]
  return { id: row.res_id, name: row.name, kind, resType }
}

/** The variants of a kind, with their numbers on the wire. */
export const subTypes = {
  workflow: { plain: FlowMode.workflow, chatflow: FlowMode.chatFlow, imageflow: FlowMode.imageflow },
  knowledge: { text: 0, table: 1, image: 2 },
} as const
const subOf = (kind: LibraryKind | undefined, sub: string | undefined): number[] => {
  const known: Record<string, number> = kind === 'workflow' || kind === 'knowledge' ? subTypes[kind] : {}
  const wanted = sub === undefined ? undefined : known[sub]
  return wanted === undefined ? [] : [wanted]
}
/** With a filter everything below the folder is searched; otherwise only its direct content is shown. */
export const isFiltered = (search: LibrarySearch): boolean =>
  Object.entries(search).some(([key, value]) => key !== 'folder' && Boolean(value))

/** Everything in a space that bots can use, one page at a time. */
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
          res_type_filter: kind ? typesOf(kind) : [],
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
