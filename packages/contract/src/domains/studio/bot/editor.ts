import { z } from 'zod'
import { op } from '#kit.ts'
import { TabStatus } from '#shared/bot-enums.ts'
import { id, idOrNone, text } from '#shared/fields.ts'

/** Editor blocks whose collapsed state is stored. */
export const editorTabs = [
  'plugin',
  'workflow',
  'knowledge',
  'database',
  'variable',
  'opening_dialog',
  'scheduled_task',
  'suggestion',
  'tts',
  'filebox',
  'long_term_memory',
  'imageflow',
  'background_image',
  'shortcut',
  'knowledge_table',
  'knowledge_text',
  'knowledge_photo',
  'hook_info',
  'default_user_input',
  'knowledge_volcano_unstructured',
  'knowledge_volcano_structured',
  'model',
] as const
export type EditorTab = (typeof editorTabs)[number]
type TabKey = `${EditorTab}_tab_status`
const tabs = z.object(
  Object.fromEntries(editorTabs.map((tab) => [`${tab}_tab_status`, z.enum(TabStatus).optional()])) as Record<
    TabKey,
    z.ZodOptional<z.ZodEnum<typeof TabStatus>>
  >,
)
const display = z.object({ tab_display_info: tabs })
const popup = z.enum({ changelogBeforePublish: 1 } as const)
const answerAction = z.object({
  key: z.string(),
  name: z.string(),
  icon: z.object({
    type: z.string(),
    default_url: z.string(),
    active_url: z.string(),
    default_uri: z.string(),
    active_uri: z.string(),
  }),
  name_i18n: z.record(z.string(), z.string()),
  trigger_rule: z.object({
    type: z.number(),
    need_preloading: z.boolean(),
    trigger_data: z.record(z.string(), z.string()),
  }),
  position: z.number(),
})

export const editor = {
  getDisplay: op('POST /api/draftbot/get_display_info', {
    summary: 'Get your layout of the editor',
    summaryZh: '获取你的编辑器布局',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ bot_id: id() }),
    output: display,
  }),
  updateDisplay: op('POST /api/draftbot/update_display_info', {
    summary: 'Save your layout of the editor',
    summaryZh: '保存你的编辑器布局',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    input: () => z.object({ bot_id: id(), display_info: display, space_id: idOrNone() }),
  }),
  getPopups: op('POST /api/playground_api/operate/get_bot_popup_info', {
    summary: 'Get how often you have seen each hint of a bot',
    summaryZh: '获取你查看智能体各提示的次数',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ bot_id: id(), bot_popup_types: z.array(popup).max(20) }),
    output: () => z.object({ bot_popup_count_info: z.record(z.string(), z.number()) }),
  }),
  updatePopup: op('POST /api/playground_api/operate/update_bot_popup_info', {
    summary: 'Record that you have seen a hint',
    summaryZh: '记录你已查看提示',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ bot_id: id(), bot_popup_type: popup }),
  }),
  modules: op('POST /api/draftbot/get_bot_module_info', {
    summary: 'List the blocks of the editor and the actions under an answer',
    summaryZh: '列出编辑器的功能模块和回答下方的操作',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () => z.object({ space_id: idOrNone() }),
    output: () =>
      z.object({
        module_infos: z.array(z.string()),
        answer_action_list_config: z.object({
          action_list: z.array(answerAction),
          blank_num: z.number(),
          icon_urls: z.array(z.object({ uri: z.string(), url: z.string() })),
        }),
      }),
  }),
  generateIcon: op('POST /api/draftbot/generate_icon', {
    summary: 'Generate an icon from a name and a description',
    summaryZh: '根据名称和描述生成图标',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        bot_name: z.string().max(200).default(''),
        description: z.string().max(4000).default(''),
        /** The space whose image model is used; defaults to the image model of the instance. */
        space_id: idOrNone(),
        /** Time limit for the model in seconds; at most three minutes. */
        timeout: z.coerce.number().min(1).default(60),
      }),
    output: () => z.object({ icon_url: z.string(), icon_uri: z.string(), count: z.number() }),
  }),
  iconCount: op('GET /api/draftbot/get_generate_icon_info', {
    summary: 'Get how many icons you generated today',
    summaryZh: '获取你今天生成图标的次数',
    output: () => z.object({ current_day_count: z.number() }),
  }),
  writeOnboarding: op('POST /api/playground/get_onboarding', {
    summary: 'Generate a greeting and three questions for a persona',
    summaryZh: '根据人设生成开场白和三个问题',
    access: { on: 'bot', id: 'bot_id', can: 'view', optional: true },
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object({ bot_id: idOrNone(), bot_prompt: text(100_000).default('') }),
    output: () =>
      z.object({
        onboarding_content: z.object({ prologue: z.string(), suggested_questions: z.array(z.string()) }),
      }),
  }),
  optimisePrompt: op('POST /api/playground/optimize_prompt', {
    summary: 'Improve a prompt with a model; nothing is saved',
    summaryZh: '用模型优化提示词，不会保存',
    access: { on: 'bot', id: 'bot_id', can: 'view', optional: true },
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        bot_id: idOrNone(),
        original_prompt: text(100_000).min(1),
        /** 1: Markdown, the only supported format. */
        optimize_type: z.literal(1).default(1),
        sync: z.boolean().default(true),
        device_id: z.string().max(100).default(''),
        push_uuid: z.string().max(100).default(''),
        /** Requested changes, in the user's words. */
        hint: text(2000).default(''),
      }),
    output: () => z.object({ record_id: z.string(), optimized_prompt: z.string() }),
  }),
  execute: op('POST /api/draftbot/execute', {
    summary: 'Send one message to the draft and wait for the answer',
    summaryZh: '向草稿发送一条消息并等待回答',
    access: { on: 'bot', id: 'bot_id', can: 'testRunWorkflow' },
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        work_info: z.object({ message_info: z.string().min(1).max(100_000) }),
        device_id: z.string().max(100).default(''),
        push_uuid: z.string().max(100).default(''),
      }),
    output: () => z.object({ conversation_id: z.string(), message_id: z.string(), answer: z.string() }),
  }),
}
