import type { Locale } from '#kit/errors.ts'
import { labels } from '../changelog.ts'
import { type Fields, isFields } from './shape.ts'

type Words = [en: string, zh: string]
/** The parts of a bot in display order. */
export const blocks: readonly { name: Words; keys: readonly string[] }[] = [
  { name: ['Basics', '基本信息'], keys: ['name', 'description', 'icon_uri', 'bot_mode'] },
  { name: ['Persona', '人设与提示词'], keys: ['prompt_info'] },
  { name: ['Model', '模型'], keys: ['model_info'] },
  { name: ['Skills', '技能'], keys: ['plugin_info_list', 'workflow_info_list', 'card_list', 'task_info', 'hook_info'] },
  { name: ['Knowledge', '知识'], keys: ['knowledge'] },
  { name: ['Memory', '记忆'], keys: ['variable_list', 'database_list', 'bot_tag_info', 'filebox_info'] },
  {
    name: ['Dialog', '对话体验'],
    keys: [
      'onboarding_info',
      'suggest_reply_info',
      'shortcuts',
      'shortcut_sort',
      'background_image_info_list',
      'voices_info',
      'layout_info',
    ],
  },
  { name: ['Agents', '多智能体'], keys: ['multi_agent_info', 'agents'] },
]
const fields: Record<string, Words> = {
  name: ['Name', '名称'],
  description: ['Description', '描述'],
  icon_uri: ['Icon', '图标'],
  prompt: ['Persona and prompt', '人设与提示词'],
  prefix_prompt: ['Fixed part', '固定部分'],
  dynamic_prompt: ['Variable part', '动态部分'],
  prompt_mode: ['Prompt mode', '提示词模式'],
  prompt_ref: ['Linked prompt', '关联的提示词'],
  model_info: ['Model settings', '模型设置'],
  prologue: ['Opening text', '开场白文案'],
  suggested_questions: ['Opening questions', '开场白推荐问题'],
  onboarding_mode: ['Opening mode', '开场白模式'],
  suggested_questions_show_mode: ['Questions shown', '问题展示方式'],
  customized_onboarding_prompt: ['Opening prompt', '开场白提示词'],
  suggest_reply_mode: ['Suggestion mode', '建议模式'],
  customized_suggest_prompt: ['Suggestion prompt', '建议提示词'],
  top_k: ['Max results', '最大召回数量'],
  min_score: ['Min score', '最小匹配度'],
  auto: ['Automatic recall', '自动召回'],
  search_strategy: ['Search strategy', '搜索策略'],
  show_source: ['Show sources', '展示来源'],
  show_source_mode: ['How sources are shown', '来源展示方式'],
  no_recall_reply_mode: ['Reply without results', '无召回回复'],
  no_recall_reply_customize_prompt: ['Text of the reply without results', '无召回回复内容'],
  use_rerank: ['Rerank', '重排'],
  use_rewrite: ['Query rewrite', '查询改写'],
  use_nl2sql: ['Table search', '表格查询'],
  user_task_allowed: ['Tasks of users', '用户创建任务'],
  enable_preset_task: ['Preset tasks', '预设任务'],
  time_capsule_mode: ['Long-term memory', '长期记忆'],
  disable_prompt_calling: ['Memory in the prompt', '提示词中的记忆'],
  time_capsule_time_to_live: ['Time to keep memories', '记忆保留时间'],
  Mode: ['File box', '文件盒子'],
  muted: ['Muted', '静音'],
  autoplay: ['Play automatically', '自动播放'],
  default_user_input_type: ['Default input', '默认输入方式'],
  i18n_lang_voice_str: ['Voices', '音色'],
  session_type: ['Session type', '会话类型'],
  connector_type: ['Line style', '连线样式'],
  workflow_id: ['Layout workflow', '布局工作流'],
  plugin_id: ['Layout plugin', '布局插件'],
  agent_name: ['Name', '名称'],
  intents: ['Jumps', '跳转'],
  jump_config: ['Jump settings', '跳转设置'],
  backtrack: ['Return', '返回方式'],
  recognition: ['Recognition', '识别方式'],
  independent_conf: ['Recognition model', '识别模型'],
  agent_type: ['Type', '类型'],
  root_agent: ['Start', '起始节点'],
  reference_id: ['Linked bot', '关联的智能体'],
  current_version: ['Version', '版本'],
  update_type: ['Updates', '更新方式'],
  knowledge_info: ['Knowledge', '知识库'],
  order: ['Order', '顺序'],
}
export const pick = ([en, zh]: Words, locale: Locale) => (locale === 'zh-CN' ? zh : en)
export const orderName = (locale: Locale) => pick(fields.order!, locale)
/** The display name of a field or group. */
export function fieldName(key: string, locale: Locale): string {
  const words = fields[key] ?? labels[key as keyof typeof labels]
  return words ? pick(words, locale) : key
}
export function groupName(key: string, locale: Locale): string {
  const words = labels[key as keyof typeof labels] ?? fields[key]
  return words ? pick(words, locale) : key
}
const nameKeys = [
  'api_name',
  'workflow_name',
  'table_name',
  'command_name',
  'agent_name',
  'name',
  'key',
  'prompt',
  'card_id',
  'workflow_id',
  'plugin_id',
  'table_id',
  'command_id',
  'agent_id',
]
/** The display name of an item of a list. */
export function itemName(item: unknown): string {
  if (!isFields(item)) return typeof item === 'string' ? item : ''
  for (const key of nameKeys) {
    const value: unknown = (item as Fields)[key]
    if (typeof value === 'string' && value) return value.length > 80 ? `${value.slice(0, 80)}…` : value
  }
  return ''
}
const hidden: Words = ['(hidden)', '（已隐藏）']
const switches: [Words, Words] = [
  ['Off', '关闭'],
  ['On', '开启'],
]
/** A value as display text. Secrets are shown as hidden. */
export function valueText(value: unknown, locale: Locale, isSecret = false): string {
  if (value === undefined || value === null || value === '') return ''
  if (isSecret) return Array.isArray(value) && !value.length ? '' : pick(hidden, locale)
  if (typeof value === 'boolean') return pick(switches[value ? 1 : 0], locale)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((item) => itemName(item) || valueText(item, locale)).join('\n')
  return Object.entries(value as Fields)
    .filter(([, at]) => at !== undefined && at !== '')
    .map(([key, at]) => `${fieldName(key, locale)}: ${valueText(at, locale).replaceAll('\n', ', ')}`)
    .join('\n')
}
/** Display text of the fields that changed in an item of a list. */
export function changedText(value: unknown, other: unknown, locale: Locale): string {
  if (!isFields(value) || !isFields(other)) return valueText(value, locale) && itemName(value)
  const changed = Object.entries(value).filter(([key, at]) => JSON.stringify(at) !== JSON.stringify(other[key]))
  return valueText(Object.fromEntries(changed), locale)
}
