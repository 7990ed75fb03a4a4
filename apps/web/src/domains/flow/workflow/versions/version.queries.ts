import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { Canvas } from '../document/canvas.ts'
import { readCanvas } from '../document/canvas-text.ts'
import { withPositions } from '../document/first-positions.ts'

const commitTypes = { draft: 0, submit: 1, publish: 2 } as const
export type CommitKind = keyof typeof commitTypes

/** Represents the draft, which has no commit id. */
export const draftId = 'draft'

const atOnce = 30
export const versionsQuery = (workflowId: string, kind: CommitKind) =>
  infiniteQueryOptions({
    queryKey: ['workflow', workflowId, 'versions', kind],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.workflowVersion.list(
        {
          workflow_id: workflowId,
          type: commitTypes[kind],
          limit: atOnce,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.cursor : undefined),
  })
export type ListedVersion = Awaited<ReturnType<typeof api.workflowVersion.list>>['version_list'][number]

/** The canvas of a published version, which never changes and is loaded only once. */
export const versionCanvasQuery = (workflowId: string, commitId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'version-canvas', commitId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Canvas> => {
      const answer = await api.workflowVersion.history({ workflow_id: workflowId, commit_id: commitId }, { signal })
      const canvas = readCanvas(answer.schema)
      if (!canvas) throw new Error('This version cannot be read')
      return withPositions(canvas)
    },
  })

export const refreshVersions = (workflowId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['workflow', workflowId, 'versions'] })

/** The resources that this workflow needs. */
export const dependenciesQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'dependencies'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.workflowVersion.dependencies({ type: 1, library_info: { workflow_id: workflowId, draft: true } }, { signal }),
  })
export type DependencyTree = Awaited<ReturnType<typeof api.workflowVersion.dependencies>>
