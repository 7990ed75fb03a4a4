import type { ApiParameter } from '@orrery/contract'

/** Facts about the draft of a workflow, for plugins, cards and test cases. */
export interface WorkflowFactsPort {
  readonly workflowFacts: {
    tools(workflowId: string): Promise<{
      name: string
      plugins: { pluginId: string; tool: string }[]
      speaking: { id: string; type: string; title: string }[]
    }>
    plugins(workflowId: string): Promise<string[]>
    inputs(workflowId: string): Promise<ApiParameter[]>
    gives(workflowId: string): Promise<{ nodeId: string; fields: ApiParameter[] } | undefined>
    fields(workflowId: string, nodeId: string): Promise<ApiParameter[]>
  }
}
