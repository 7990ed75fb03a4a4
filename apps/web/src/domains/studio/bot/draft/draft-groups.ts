import type { BotInfo } from '@orrery/contract'

/** Groups of the draft that are saved and merged as a whole. */
export const draftGroups = [
  'name',
  'description',
  'icon_uri',
  'prompt_info',
  'model_info',
  'plugin_info_list',
  'workflow_info_list',
  'card_list',
  'knowledge',
  'variable_list',
  'database_list',
  'onboarding_info',
  'suggest_reply_info',
  'shortcut_sort',
  'background_image_info_list',
  'voices_info',
  'hook_info',
  'task_info',
  'filebox_info',
  'bot_tag_info',
  'bot_mode',
  'agents',
  'multi_agent_info',
  'layout_info',
] as const satisfies readonly (keyof BotInfo)[]
export type DraftGroup = (typeof draftGroups)[number]

export function pickGroups(info: BotInfo, groups: Iterable<DraftGroup>): { [G in DraftGroup]?: BotInfo[G] } {
  return Object.fromEntries([...groups].map((group) => [group, info[group]]))
}
