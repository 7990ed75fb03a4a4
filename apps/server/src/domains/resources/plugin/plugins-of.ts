import { type BotConfig, isId } from '@orrery/contract'
import type { WorkflowFactsPort } from './shared/workflow-port.ts'

const Source = { bot: 1, workflow: 2 } as const
interface PluginsOfPorts extends WorkflowFactsPort {
  readonly bots: { getDraftForRun(botId: string): Promise<{ config: BotConfig }> }
}

/** Finds the plugins that a bot or a workflow uses, directly or through its workflows. */
export function createPluginsOf(ports: PluginsOfPorts) {
  return async (kind: 'bot' | 'workflow', id: string): Promise<{ id: string; source: number }[]> => {
    const inWorkflow = (workflowId: string) => ports.workflowFacts.plugins(workflowId)
    if (kind === 'workflow') return (await inWorkflow(id)).map((plugin) => ({ id: plugin, source: Source.workflow }))
    const { config } = await ports.bots.getDraftForRun(id)
    // A deleted workflow uses no plugins.
    const inWorkflows = await Promise.all(
      config.workflow_info_list.map(({ workflow_id: workflowId }) => inWorkflow(workflowId).catch(() => [])),
    )
    return [
      ...config.plugin_info_list.map((plugin) => ({ id: plugin.plugin_id, source: Source.bot })),
      ...inWorkflows.flat().map((plugin) => ({ id: plugin, source: Source.workflow })),
    ].filter((item) => isId(item.id))
  }
}
