import type { KnowledgeLink } from '#lib/links.ts'

/** Address parameters when a base was opened from a bot's editor. */
export interface EditorSearch {
  biz?: 'agentIDE'
  bot_id?: string
  page_mode?: 'modal'
  action_type?: 'add' | 'remove'
}

/** The bot a base was opened from: only with the business it belongs to, the bot and what is to be done. */
export function fromBot({ biz, bot_id: botId, action_type: action }: EditorSearch): KnowledgeLink['fromBot'] {
  return biz === 'agentIDE' && botId && action ? { botId, action } : undefined
}
export const isModal = ({ page_mode: mode }: EditorSearch): boolean => mode === 'modal'
