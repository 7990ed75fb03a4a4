import { writeQuery } from './query-string.ts'

/** Addresses of pages as text, for new windows and for copying and sending; inside the app use a Link. */
const part = encodeURIComponent

export const spaceLink = (spaceId: string): string => `/space/${part(spaceId)}/develop`
export const botLink = (spaceId: string, botId: string): string => `/space/${part(spaceId)}/bot/${part(botId)}`
export const inviteLink = (key: string): string => `/invite/${part(key)}`

export interface WorkflowLink {
  space_id: string
  workflow_id: string
  bot_id?: string
  node_id?: string
  version?: string
  execute_id?: string
  sub_execute_id?: string
}

/** Empty optional parts are left out. */
export function workflowLink(link: WorkflowLink): string {
  const { space_id, workflow_id, bot_id, node_id, version, execute_id, sub_execute_id } = link
  return `/work_flow${writeQuery({ space_id, workflow_id, bot_id, node_id, version, execute_id, sub_execute_id })}`
}

export const databaseLink = (spaceId: string, databaseId: string): string =>
  `/space/${part(spaceId)}/database/${part(databaseId)}`

export const promptLink = (spaceId: string, promptId: string): string =>
  `/space/${part(spaceId)}/prompts/${part(promptId)}`
export const datasetLink = (spaceId: string, datasetId: string): string =>
  `/space/${part(spaceId)}/evaluate/datasets/${part(datasetId)}`
export const cardLink = (spaceId: string, cardId: string): string => `/space/${part(spaceId)}/card/${part(cardId)}`

export const mcpLink = (spaceId: string, serverId: string): string => `/space/${part(spaceId)}/mcp/${part(serverId)}`

export interface KnowledgeLink {
  spaceId: string
  datasetId: string
  /** If opened from the editor of this bot, the page is modal and adds to the bot or removes from it. */
  fromBot?: { botId: string; action: 'add' | 'remove' }
}

export function knowledgeLink({ spaceId, datasetId, fromBot }: KnowledgeLink): string {
  return `/space/${part(spaceId)}/knowledge/${part(datasetId)}${writeQuery(fromBotQuery(fromBot))}`
}

/** The page that adds content to a knowledge base. */
export const knowledgeUploadLink = ({ spaceId, datasetId, fromBot }: KnowledgeLink): string =>
  `/space/${part(spaceId)}/knowledge/${part(datasetId)}/upload${writeQuery(fromBotQuery(fromBot))}`

const fromBotQuery = (from: KnowledgeLink['fromBot']) =>
  from ? { biz: 'agentIDE', bot_id: from.botId, page_mode: 'modal', action_type: from.action } : {}

export const pluginLink = (spaceId: string, pluginId: string): string =>
  `/space/${part(spaceId)}/plugin/${part(pluginId)}`

export interface MockSetLink {
  spaceId: string
  pluginId: string
  toolId: string
  mockSetId: string
}

export const mockSetLink = ({ spaceId, pluginId, toolId, mockSetId }: MockSetLink): string =>
  `/space/${part(spaceId)}/plugin/${part(pluginId)}/tool/${part(toolId)}/plugin-mock-set/${part(mockSetId)}?hideMenu=true`
