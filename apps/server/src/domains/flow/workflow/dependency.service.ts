import { FlowMode } from '@orrery/contract'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { VersionService } from './version.service.ts'
import type { WorkflowService } from './workflow.service.ts'

const MAX = 500

/** Dependencies of a workflow, including those of the workflows it calls. */
export function createDependencyService(deps: {
  workflows: WorkflowService
  versions: Pick<VersionService, 'content'>
}) {
  async function tree(rootId: string, rootVersion: string, mayView: (id: string) => Promise<boolean>) {
    const seen = new Set<string>()
    const nodes = []
    const edges = []
    const waiting = [{ id: rootId, version: rootVersion }]
    for (let next = waiting.shift(); next && nodes.length < MAX; next = waiting.shift()) {
      const { id, version } = next
      if (seen.has(`${id}@${version}`)) continue
      seen.add(`${id}@${version}`)
      // A workflow that the caller may not view is listed by name only.
      if (!(await mayView(id))) continue
      const { head, row } = await deps.workflows.get(id)
      const content = await deps.versions.content(id, version)
      const { needs } = readFacts(content.schema)
      nodes.push({
        name: content.name,
        id,
        icon: '',
        is_product: false,
        is_root: id === rootId,
        is_library: head.projectId === null,
        with_version: version !== '',
        workflow_version: version,
        dependency: {
          start_id: '100001',
          sub_workflow_ids: needs.workflows.map((workflow) => workflow.id),
          plugin_ids: needs.plugins,
          knowledge_list: needs.knowledge.map((item) => ({ id: item })),
          table_list: needs.databases.map((database) => ({ id: database })),
          model_ids: needs.models,
        },
        commit_id: content.id,
        is_chatflow: row.flowMode === FlowMode.chatFlow,
      })
      for (const workflow of needs.workflows) {
        edges.push({ from: id, from_version: version, to: workflow.id, to_version: workflow.version })
        waiting.push(workflow)
      }
    }
    return { root_id: rootId, version: rootVersion, node_list: nodes, edge_list: edges }
  }
  return { tree }
}
export type DependencyService = ReturnType<typeof createDependencyService>
