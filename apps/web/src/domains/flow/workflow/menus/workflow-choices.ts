import { NodeType } from '@orrery/engine/node-type'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { useSearched } from '#ui/use-searched.ts'
import type { NodePreset } from '../canvas/commands/insert-commands.ts'
import { useEditor } from '../document/editor-context.ts'
import { calledShapeOf, withCalled } from '../forms/called-shape.ts'
import { calledWorkflowQuery } from '../nodes/resources.queries.ts'
import type { ListedWorkflow } from '../workflow.queries.ts'
import type { NodeChoice } from './node-choices.ts'

/** Number of workflows offered without a search. */
const first = 6
const most = 20
/** Search types: workflows of the library, and workflows of the same project. */
const ofLibrary = 1
const ofProject = 2

export interface WorkflowChoice extends NodeChoice {
  workflow: { id: string; spaceId: string; version: string }
}

/** Published workflows of the library and workflows of the project that match the query, except this workflow. */
export function useWorkflowChoices(query: string): readonly WorkflowChoice[] {
  const { spaceId, workflowId, loaded } = useEditor()
  const { project_id: projectId } = loaded.workflow
  const search = useCallback(
    async (search: string, signal: AbortSignal): Promise<WorkflowChoice[]> => {
      const ask = (search_type: number) =>
        api.workflowStudio.panelSearch(
          {
            space_id: spaceId,
            project_id: projectId,
            search_type,
            search_key: search.trim(),
            page_size: search.trim() ? most : first,
            exclude_workflow_id: workflowId,
          },
          { signal },
        )
      const [library, project] = await Promise.all([ask(ofLibrary), projectId ? ask(ofProject) : undefined])
      const lists = [project?.project_workflow.workflow_list, library.resource_workflow.workflow_list]
      return lists
        .flatMap((list) => (list ?? []) as ListedWorkflow[])
        .map((item) => ({
          id: `workflow-${item.workflow_id}`,
          type: NodeType.SubWorkflow,
          group: 'workflows',
          name: item.name,
          about: item.desc,
          workflow: { id: item.workflow_id, spaceId, version: item.latest_version },
        }))
    },
    [spaceId, projectId, workflowId],
  )
  return useSearched(search, query, true).items
}

/** A node that calls the latest published version of a workflow. */
export async function workflowPreset({ name, workflow }: WorkflowChoice): Promise<NodePreset> {
  const { id, spaceId, version } = workflow
  const detail = await queryClient.fetchQuery(calledWorkflowQuery(id, version))
  if (!detail) return { name, data: (empty) => empty }
  return {
    name,
    data: (empty) => withCalled(empty, { workflowId: id, version, spaceId, ...calledShapeOf(detail) }),
  }
}
