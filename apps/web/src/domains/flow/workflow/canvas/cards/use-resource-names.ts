import { cardRows, type StoredNode } from '@orrery/engine/describe'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useModels } from '#domains/chat/model/index.ts'
import type { CanvasNode } from '../../document/canvas.ts'
import { indexOf } from '../../document/canvas-index.ts'
import { useDocument } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { calledWorkflowQuery, databaseQuery, knowledgeQuery } from '../../nodes/resources.queries.ts'

export interface ResourceNames {
  /** Changes when a name is loaded. */
  key: string
  find: (of: string, id: string) => string | undefined
}

const queries = {
  knowledge: (id: string) => ({ ...knowledgeQuery(id), select: (item: { name: string } | null) => item?.name }),
  database: (id: string) => ({
    ...databaseQuery(id),
    select: (item: { table_name: string } | null) => item?.table_name,
  }),
  workflow: (id: string) => ({ ...calledWorkflowQuery(id), select: (item: { name: string } | null) => item?.name }),
}
type Kind = keyof typeof queries

const idCache = new WeakMap<CanvasNode, readonly string[]>()
function idsOf(node: CanvasNode): readonly string[] {
  let ids = idCache.get(node)
  if (!ids) {
    const pieces = cardRows(node as StoredNode).flatMap((row) => row.pieces)
    ids = pieces.flatMap((piece) =>
      'of' in piece && piece.id && piece.of in queries ? [`${piece.of}:${piece.id}`] : [],
    )
    idCache.set(node, ids)
  }
  return ids
}

/** Names of the resources that nodes refer to by id; each is fetched once. */
export function useResourceNames(): ResourceNames {
  const { spaceId } = useEditor()
  const models = useModels(spaceId)
  const wanted = useDocument(({ canvas }) =>
    [...new Set([...indexOf(canvas).values()].flatMap(({ node }) => idsOf(node)))].toSorted().join(' '),
  )
  const list = wanted ? wanted.split(' ') : []
  const found = useQueries({
    queries: list.map((item) => {
      const [kind = '', id = ''] = item.split(':')
      return queries[kind as Kind](id) as { queryKey: readonly string[] }
    }),
  }) as readonly { data?: unknown }[]
  const names = list.map((item, i) => `${item}=${String(found[i]?.data ?? '')}`).join('\n')
  return useMemo(() => {
    const known = new Map(names.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
    for (const model of models) known.set(`model:${model.model_type}`, model.name)
    return { key: [...known.values()].join('\n'), find: (of, id) => known.get(`${of}:${id}`) || undefined }
  }, [names, models])
}
