import type { BotInfo } from '@orrery/contract'
import { FlowMode } from '@orrery/contract/shared/flow-mode'
import type { DraftStore } from '../draft/draft-store.ts'

export interface PublishedSkills {
  flows: BotInfo['workflow_info_list']
  tools: BotInfo['plugin_info_list']
}

/** Adds published workflows and plugins to the draft. Returns whether the draft is saved with them. */
export async function addPublished(store: DraftStore, published: PublishedSkills): Promise<boolean> {
  const { info } = store.current()
  const chatflow = published.flows.find((flow) => Number(flow.flow_mode) === FlowMode.chatFlow)
  const known = new Set(info.workflow_info_list.map((item) => item.workflow_id))
  const flows = published.flows.filter((flow) => flow !== chatflow && !known.has(flow.workflow_id))
  const tools = published.tools.filter(({ api_id: id }) => !info.plugin_info_list.some((item) => item.api_id === id))
  if (flows.length > 0) store.edit({ workflow_info_list: [...info.workflow_info_list, ...flows] })
  if (chatflow && chatflow.workflow_id !== info.layout_info.workflow_id)
    store.edit({
      layout_info: { ...info.layout_info, workflow_id: chatflow.workflow_id, plugin_id: chatflow.plugin_id },
    })
  if (tools.length > 0) store.edit({ plugin_info_list: [...info.plugin_info_list, ...tools] })
  // A refused draft would be refused again until the person edits it.
  if (store.current().state.is !== 'refused') await store.flush()
  const { dirty } = store.current()
  return !(['workflow_info_list', 'layout_info', 'plugin_info_list'] as const).some((group) => dirty.has(group))
}
