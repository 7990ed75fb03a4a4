import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useEditor } from '../document/editor-context.ts'
import { useModels } from '#domains/chat/model/index.ts'

const minute = 60_000

/** A knowledge base; null if it was deleted or is not accessible. */
export const knowledgeQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow-resource', 'knowledge', id],
    staleTime: minute,
    queryFn: async ({ signal }) => {
      const { dataset_details: found } = await api.knowledge.detail({ dataset_ids: [id] }, { signal })
      return found[id] ?? null
    },
  })

export const databaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow-resource', 'database', id],
    staleTime: minute,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.database.get({ id, need_sys_fields: false }, { signal })).database_info ?? null,
  })

/** Inputs and outputs of a workflow at a version; an empty version is the draft. */
export const calledWorkflowQuery = (id: string, version = '') =>
  queryOptions({
    queryKey: ['workflow-resource', 'workflow', id, version],
    staleTime: minute,
    queryFn: async ({ signal }) => {
      const { data } = version
        ? await api.workflow.detailInfo(
            { workflow_filter_list: [{ workflow_id: id, workflow_version: version }] },
            { signal },
          )
        : await api.workflow.detail({ workflow_ids: [id] }, { signal })
      return data[0] ?? null
    },
  })

export type ResourceKind = 'model' | 'knowledge' | 'database' | 'workflow'

/** The name of a resource; undefined while it is loading, null if it was deleted. */
export function useResourceName(kind: ResourceKind, id: string): string | null | undefined {
  const { spaceId } = useEditor()
  const asks = id !== ''
  const models = useModels(spaceId)
  const knowledge = useQuery({ ...knowledgeQuery(id), enabled: asks && kind === 'knowledge' })
  const database = useQuery({ ...databaseQuery(id), enabled: asks && kind === 'database' })
  const workflow = useQuery({ ...calledWorkflowQuery(id), enabled: asks && kind === 'workflow' })
  if (kind === 'model')
    return models.find((model) => String(model.model_type) === id)?.name ?? (models.length ? null : undefined)
  if (kind === 'knowledge') return nameIn(knowledge, (item) => item.name)
  if (kind === 'database') return nameIn(database, (item) => item.table_name)
  return nameIn(workflow, (item) => item.name)
}

function nameIn<T>(query: { data?: T | null; isError: boolean }, name: (item: T) => string): string | null | undefined {
  if (query.isError || query.data === null) return null
  return query.data === undefined ? undefined : name(query.data)
}
