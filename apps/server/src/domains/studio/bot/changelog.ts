import type { BotConfig } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Content } from './draft.ts'

export const labels: Partial<Record<keyof BotConfig, [en: string, zh: string]>> = {
  prompt_info: ['Persona and prompt', '人设与提示词'],
  model_info: ['Model settings', '模型设置'],
  plugin_info_list: ['Plugins', '插件'],
  workflow_info_list: ['Workflows', '工作流'],
  card_list: ['Cards', '卡片'],
  onboarding_info: ['Opening dialog', '开场白'],
  knowledge: ['Knowledge', '知识库'],
  variable_list: ['Variables', '变量'],
  database_list: ['Databases', '数据库'],
  task_info: ['Scheduled tasks', '定时任务'],
  suggest_reply_info: ['Suggestions', '推荐问题'],
  voices_info: ['Voice', '语音'],
  bot_mode: ['Mode', '模式'],
  agents: ['Agents', '多智能体节点'],
  bot_tag_info: ['Long-term memory', '长期记忆'],
  filebox_info: ['File box', '文件盒子'],
  background_image_info_list: ['Background image', '背景图片'],
  shortcuts: ['Shortcuts', '快捷指令'],
  shortcut_sort: ['Shortcuts', '快捷指令'],
  hook_info: ['Hooks', '钩子'],
  layout_info: ['Layout', '布局'],
}
export const labelOf = (key: keyof BotConfig, locale: Locale): string =>
  labels[key]?.[locale === 'zh-CN' ? 1 : 0] ?? key
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Describes the changes between two contents in a few lines. */
export function describeChanges(before: Content | undefined, after: Content, locale: Locale): string {
  const zh = locale === 'zh-CN'
  const say = (en: string, chinese: string) => (zh ? chinese : en)
  if (!before) return say('First publication', '首次发布')
  const lines: string[] = []
  if (before.name !== after.name)
    lines.push(say(`Name: “${before.name}” → “${after.name}”`, `名称：“${before.name}”→“${after.name}”`))
  if (before.description !== after.description) lines.push(say('Description changed', '修改了描述'))
  if (before.iconUri !== after.iconUri) lines.push(say('New icon', '更换了图标'))
  const seen = new Set<string>()
  for (const [key, label] of Object.entries(labels) as [keyof BotConfig, [string, string]][]) {
    const [old, now] = [before.config[key], after.config[key]]
    const text = label[zh ? 1 : 0]
    if (isSame(old, now) || seen.has(text)) continue
    seen.add(text)
    const counted = Array.isArray(old) && Array.isArray(now) && old.length !== now.length
    lines.push(counted ? `${text}: ${old.length} → ${now.length}` : say(`${text} changed`, `修改了${text}`))
  }
  return lines.length ? lines.map((line) => `- ${line}`).join('\n') : say('No changes', '没有变化')
}
