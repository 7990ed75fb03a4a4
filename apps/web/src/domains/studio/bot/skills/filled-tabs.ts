import type { BotInfo } from '@orrery/contract'
import { OnboardingMode, OnOff, SuggestReplyMode } from '@orrery/contract/shared/bot-enums'
import type { OptionData } from '../bot.queries.ts'
import { listHooks } from './hook-list.ts'
import { isImageflow } from './picked-entries.ts'
import type { SkillTab } from './tab-status.ts'

/** The blocks that have content and therefore cannot be hidden. */
export function filledTabs(info: BotInfo, details: Pick<OptionData, 'knowledge_detail_map'>, tasks: number) {
  const formats = info.knowledge.knowledge_info.map((base) => details.knowledge_detail_map[base.id]?.format_type ?? 0)
  const opening = info.onboarding_info
  const isFilled: Record<SkillTab, boolean> = {
    plugin: info.plugin_info_list.length > 0,
    workflow: info.workflow_info_list.some((flow) => !isImageflow(flow)),
    imageflow: info.workflow_info_list.some(isImageflow),
    scheduled_task: tasks > 0,
    knowledge_text: formats.includes(0),
    knowledge_table: formats.includes(1),
    knowledge_photo: formats.includes(2),
    variable: info.variable_list.length > 0,
    database: info.database_list.length > 0,
    long_term_memory: info.bot_tag_info.time_capsule_info.time_capsule_mode === OnOff.on,
    filebox: info.filebox_info.Mode === OnOff.on,
    opening_dialog:
      opening.prologue !== '' ||
      opening.suggested_questions.length > 0 ||
      opening.onboarding_mode === OnboardingMode.model,
    suggestion: info.suggest_reply_info.suggest_reply_mode === SuggestReplyMode.custom,
    shortcut: info.shortcut_sort.length > 0,
    background_image: info.background_image_info_list.length > 0,
    tts: info.voices_info.autoplay && !info.voices_info.muted,
    hook_info: listHooks(info.hook_info).length > 0,
  }
  return new Set((Object.keys(isFilled) as SkillTab[]).filter((tab) => isFilled[tab]))
}
