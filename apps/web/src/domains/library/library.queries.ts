import type { LibraryResource } from '@orrery/contract'
import { ResType } from '@orrery/contract/shared/plugin-enums'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'

export const libraryKinds = ['plugin', 'workflow', 'knowledge', 'database', 'prompt'] as const
export type LibraryKind = (typeof libraryKinds)[number]
export interface LibrarySearch {
  kind?: LibraryKind
  owner?: 'me'
  status?: 'published' | 'draft'
  word?: string
}

const types: Record<LibraryKind, number[]> = {
  plugin: [ResType.plugin],
  workflow: [ResType.workflow, ResType.imageflow],
  knowledge: [ResType.knowledge],
  database: [ResType.database],
  prompt: [ResType.prompt],
}
export const kindOf = (row: LibraryResource): LibraryKind =>
  libraryKinds.find((kind) => types[kind].includes(row.res_type)) ?? 'prompt'

/** Everything of a space that bots can use, a page at a time. */
export const libraryQuery = (spaceId: string, { kind, owner, status, word }: LibrarySearch) =>
  infiniteQueryOptions({
    queryKey: ['library', spaceId, { kind, owner, status, word }],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.library.list(
        {
          space_id: spaceId,
          res_type_filter: kind ? types[kind] : [],
          user_filter: owner === 'me' ? 1 : 0,
          publish_status_filter: status === 'published' ? 2 : status === 'draft' ? 1 : 0,
          name: word ?? '',
          size: 30,
          cursor: pageParam,
        },
        { signal, quiet: true },
      ),
    getNextPageParam: (last) => (last.has_more ? last.cursor : undefined),
  })

export const refreshLibrary = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['library'] })

/** Each kind is taken away by a call of its own. */
export function removeResource(row: LibraryResource): Promise<unknown> {
  const { res_id: id, space_id: spaceId } = row
  switch (kindOf(row)) {
    case 'plugin':
      return api.plugin.remove({ plugin_id: id })
    case 'workflow':
      return api.workflow.remove({ workflow_id: id, space_id: spaceId })
    case 'knowledge':
      return api.knowledge.remove({ dataset_id: id })
    case 'database':
      return api.database.remove({ id })
    case 'prompt':
      return api.promptLibrary.remove({ prompt_resource_id: id })
  }
}
