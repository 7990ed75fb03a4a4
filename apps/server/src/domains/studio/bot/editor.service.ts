import { type BotConfig, type EditorTab, editorTabs, FlowMode, OnOff, TabStatus } from '@orrery/contract'
import { botErrors } from './bot.errors.ts'
import type { BotRepo } from './bot.repo.ts'
import type { BotService } from './bot.service.ts'

type Tabs = Record<string, number>

/** Editor blocks that have contents. */
function tabsWithData(config: BotConfig, hasTasks: boolean): Set<EditorTab> {
  const { onboarding_info: opening, voices_info: voices } = config
  const isImageflow = (flow: BotConfig['workflow_info_list'][number]) => flow.flow_mode === FlowMode.imageflow
  const has: Record<EditorTab, boolean> = {
    plugin: config.plugin_info_list.length > 0,
    workflow: config.workflow_info_list.some((flow) => !isImageflow(flow)),
    imageflow: config.workflow_info_list.some(isImageflow),
    knowledge: config.knowledge.knowledge_info.length > 0,
    // The three kinds share one list here; only the knowledge domain knows the kind of a base.
    knowledge_text: config.knowledge.knowledge_info.length > 0,
    knowledge_table: config.knowledge.knowledge_info.length > 0,
    knowledge_photo: config.knowledge.knowledge_info.length > 0,
    knowledge_volcano_structured: false,
    knowledge_volcano_unstructured: false,
    database: config.database_list.length > 0,
    variable: config.variable_list.length > 0,
    opening_dialog: opening.prologue !== '' || opening.suggested_questions.length > 0,
    scheduled_task: hasTasks || config.task_info.user_task_allowed,
    suggestion: config.suggest_reply_info.customized_suggest_prompt !== '',
    tts: Object.keys(voices.i18n_lang_voice_str).length > 0,
    filebox: config.filebox_info.Mode === OnOff.on,
    long_term_memory: config.bot_tag_info.time_capsule_info.time_capsule_mode === OnOff.on,
    background_image: config.background_image_info_list.length > 0,
    shortcut: config.shortcuts.length > 0,
    hook_info: Object.values(config.hook_info).some((hooks) => hooks.length > 0),
    default_user_input: voices.default_user_input_type !== 0,
    model: true,
  }
  return new Set(editorTabs.filter((tab) => has[tab]))
}

export interface EditorDeps {
  bots: BotService
  repo: BotRepo
  hasTasks(botId: string): Promise<boolean>
}

/** The layout of the editor per user and bot. */
export function createEditorService({ bots, repo, hasTasks }: EditorDeps) {
  return {
    tabs: async (botId: string, userId: string): Promise<Tabs> => (await repo.userOf(botId, userId))?.tabs ?? {},
    async saveTabs(botId: string, userId: string, tabs: Tabs) {
      const { content } = await bots.getDraft(botId, userId)
      const filled = tabsWithData(content.config, await hasTasks(botId))
      for (const [key, status] of Object.entries(tabs))
        if (status === TabStatus.hide && filled.has(key.replace(/_tab_status$/, '') as EditorTab))
          throw botErrors.toolHasData({ tab: key })
      await repo.saveUser(botId, userId, { tabs: { ...(await this.tabs(botId, userId)), ...tabs } })
    },
    popups: async (botId: string, userId: string): Promise<Tabs> => (await repo.userOf(botId, userId))?.popups ?? {},
    async countPopup(botId: string, userId: string, type: number) {
      const popups = await this.popups(botId, userId)
      await repo.saveUser(botId, userId, { popups: { ...popups, [type]: (popups[type] ?? 0) + 1 } })
    },
  }
}
export type EditorService = ReturnType<typeof createEditorService>
