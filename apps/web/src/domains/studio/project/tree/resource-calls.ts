import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { ProjectResource } from '../project-resource.ts'

/** Each kind of resource has its own call to rename it. */
export function renameResource({ id, kind }: ProjectResource, name: string): Promise<unknown> {
  switch (kind) {
    case 'workflow':
      return api.workflow.updateMeta({ workflow_id: id, name })
    case 'plugin':
      return api.plugin.updateMeta({ plugin_id: id, name })
    case 'knowledge':
      return api.knowledge.update({ dataset_id: id, name })
    case 'database':
      return api.database.update({ id, table_name: name, extra_info: {} })
  }
}

/** Refreshes the pages of a resource, because they show its name too. */
export const refreshPagesOf = ({ id }: ProjectResource): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(id) })
