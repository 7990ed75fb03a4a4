import { useT } from '#lib/i18n.ts'
import type { DraftGroup } from './draft-groups.ts'

/** Label of a draft group. */
export function useGroupName(): (group: DraftGroup) => string {
  const t = useT('bot')
  const names: Record<DraftGroup, string> = {
    name: t('form.name'),
    description: t('form.target'),
    icon_uri: t('form.icon'),
    prompt_info: t('panel.persona'),
    model_info: t('diff.model'),
    plugin_info_list: t('block.plugin'),
    workflow_info_list: t('block.workflow'),
    card_list: t('card.title'),
    knowledge: t('group.knowledge'),
    variable_list: t('block.variable'),
    database_list: t('block.database'),
    onboarding_info: t('block.opening_dialog'),
    suggest_reply_info: t('block.suggestion'),
    shortcut_sort: t('block.shortcut'),
    background_image_info_list: t('block.background_image'),
    voices_info: t('block.tts'),
    hook_info: t('block.hook_info'),
    task_info: t('block.scheduled_task'),
    filebox_info: t('block.filebox'),
    bot_tag_info: t('block.long_term_memory'),
    bot_mode: t('mode.title'),
    agents: t('agents.title'),
    multi_agent_info: t('agents.settings'),
    layout_info: t('flow.title'),
  }
  return (group) => names[group]
}
