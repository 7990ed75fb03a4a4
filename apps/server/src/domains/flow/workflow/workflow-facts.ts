import type { ApiParameter } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import { flatten, readFacts } from '@orrery/engine/canvas-facts'
import { NodeType } from '@orrery/engine/node-type'
import { fieldsOfNode, paramsOf, pluginsOfNode } from './canvas-plugins.ts'
import type { WorkflowService } from './workflow.service.ts'

/** Facts about the draft of a workflow that plugins, cards and test cases need. */
export function createWorkflowFacts(workflows: Pick<WorkflowService, 'get'>) {
  async function read(workflowId: string) {
    const { head, row } = await workflows.get(workflowId)
    return { head, facts: readFacts(row.schema) }
  }
  return {
    /** The tools that the nodes call, and the message nodes. */
    async tools(workflowId: string) {
      const { head, facts } = await read(workflowId)
      return {
        name: head.name,
        plugins: flatten(facts.nodes).flatMap(pluginsOfNode),
        speaking: facts.outputNodes.map((node) => ({ id: node.node_id, type: node.node_type, title: node.node_title })),
      }
    },
    plugins: async (workflowId: string): Promise<string[]> => (await read(workflowId)).facts.needs.plugins,
    inputs: async (workflowId: string): Promise<ApiParameter[]> => paramsOf((await read(workflowId)).facts.inputs),
    /** The outputs of the workflow and their node; undefined if the workflow answers with a text. */
    async gives(workflowId: string): Promise<{ nodeId: string; fields: ApiParameter[] } | undefined> {
      const { facts } = await read(workflowId)
      const end = facts.nodes.find((node) => node.type === NodeType.End)
      return end && facts.endType === 0 ? { nodeId: end.id, fields: fieldsOfNode(end) } : undefined
    },
    /** The inputs of one node. */
    async fields(workflowId: string, nodeId: string): Promise<ApiParameter[]> {
      const node = flatten((await read(workflowId)).facts.nodes).find((item) => item.id === nodeId)
      if (!node) throw errors.notFound({ what: 'node' })
      return fieldsOfNode(node)
    },
  }
}
export type WorkflowFacts = ReturnType<typeof createWorkflowFacts>
