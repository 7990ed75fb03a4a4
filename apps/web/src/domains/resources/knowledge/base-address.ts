import type { KnowledgeLink } from '#lib/links.ts'

/** Search parameters of a base that was opened from the editor of a bot. */
export interface EditorSearch {
  biz?: 'agentIDE'
  bot_id?: string
  page_mode?: 'modal'
  action_type?: 'add' | 'remove'
}

/** The bot from whose editor a base was opened; undefined if a parameter is missing. */
export function fromBot({ biz, bot_id: botId, action_type: action }: EditorSearch): KnowledgeLink['fromBot'] {
  return biz === 'agentIDE' && botId && action ? { botId, action } : undefined
}
export const isModal = ({ page_mode: mode }: EditorSearch): boolean => mode === 'modal'
