import { FlowMode } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { hashOf } from '#domains/library/bundle/shared/content-hash.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'

export interface ProjectChange {
  kind: 'added' | 'removed' | 'changed'
  part: string
  name: string
  detail: string
}
const chatflow = FlowMode.chatFlow
const parts: Record<string, [en: string, zh: string]> = {
  project: ['Project', '项目'],
  workflow: ['Workflow', '工作流'],
  chatflow: ['Chatflow', '对话流'],
  plugin: ['Plugin', '插件'],
  knowledge: ['Knowledge', '知识库'],
  database: ['Database', '数据库'],
  prompt: ['Prompt', '提示词'],
  bot: ['Bot', '智能体'],
}
const partOf = ({ kind, subType }: BundleItem, zh: boolean) =>
  parts[kind === 'workflow' && subType === chatflow ? 'chatflow' : kind]?.[zh ? 1 : 0] ?? kind
const isSame = (a: unknown, b: unknown) => hashOf(a) === hashOf(b)

/** Lists the changes of a publication item by item. */
export function listProjectChanges(
  before: readonly BundleItem[] | undefined,
  after: readonly BundleItem[],
  locale: Locale,
): ProjectChange[] {
  if (!before) return []
  const zh = locale === 'zh-CN'
  const old = new Map(before.map((item) => [item.id, item]))
  const now = new Set(after.map((item) => item.id))
  const change = (item: BundleItem, kind: ProjectChange['kind'], detail = ''): ProjectChange => ({
    kind,
    part: partOf(item, zh),
    name: item.name,
    detail,
  })
  return [
    ...after.flatMap((item) => {
      const known = old.get(item.id)
      if (!known) return [change(item, 'added')]
      if (known.name !== item.name) return [change(item, 'changed', `${known.name} → ${item.name}`)]
      const isOther =
        known.description !== item.description || known.icon !== item.icon || !isSame(known.content, item.content)
      return isOther ? [change(item, 'changed')] : []
    }),
    ...before.filter(({ id }) => !now.has(id)).map((item) => change(item, 'removed')),
  ]
}

/** The same changes in a few lines, for a note. */
export function describeProjectChanges(changes: readonly ProjectChange[], locale: Locale): string {
  const zh = locale === 'zh-CN'
  const words = zh
    ? { added: '新增', removed: '移除', changed: '修改' }
    : { added: 'Added', removed: 'Removed', changed: 'Changed' }
  return changes
    .map(({ kind, part, name, detail }) =>
      zh ? `- ${words[kind]}${part}“${detail || name}”` : `- ${words[kind]} ${part.toLowerCase()} “${detail || name}”`,
    )
    .join('\n')
}
