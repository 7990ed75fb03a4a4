import { TabStatus } from '@orrery/contract/shared/bot-enums'

/** The blocks of the editor, by the names under which their state is stored. */
export const skillTabs = [
  'plugin',
  'workflow',
  'imageflow',
  'scheduled_task',
  'knowledge_text',
  'knowledge_table',
  'knowledge_photo',
  'variable',
  'database',
  'long_term_memory',
  'filebox',
  'opening_dialog',
  'suggestion',
  'shortcut',
  'background_image',
  'tts',
  'hook_info',
] as const
export type SkillTab = (typeof skillTabs)[number]

/** A block is expanded while it has content, unless the user collapsed it. */
export function isUnfolded(status: TabStatus, hasData: boolean): boolean {
  if (status === TabStatus.open) return true
  return status === TabStatus.close ? false : hasData
}

/** Blocks with content are always visible. Users without the right to edit see no other blocks. */
export function isShown(status: TabStatus, hasData: boolean, isReadOnly: boolean): boolean {
  if (hasData) return true
  return !isReadOnly && status !== TabStatus.hide
}
