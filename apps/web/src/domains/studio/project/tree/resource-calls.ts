import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { ProjectResource } from '../project-resource.ts'

/** Each kind has different calls for the same action. */
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

/** The pages of a resource show its name too. */
export const refreshPagesOf = ({ id }: ProjectResource): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(id) })
