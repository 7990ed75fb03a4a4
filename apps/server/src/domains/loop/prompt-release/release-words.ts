import type { Locale } from '#kit/errors.ts'
import type { TaskEvent, TaskRow } from './prompt-release.table.ts'

const titles: Record<TaskEvent, readonly [en: string, zh: string]> = {
  pending_approval: ['A release waits for your approval', '有发布待你审批'],
  approved: ['Your release was approved', '你的发布已通过审批'],
  rejected: ['Your release was rejected', '你的发布已被驳回'],
  finished: ['Your release is finished', '你的发布已完成'],
  rolled_back: ['Your release was rolled back', '你的发布已回滚'],
  stopped_by_guard: ['The guard stopped your release', '守护规则终止了你的发布'],
}
export interface Told {
  title: string
  text: string
}
/** What people read about a release task. */
export function toldOf(task: TaskRow, event: TaskEvent, names: readonly string[], locale: Locale): Told {
  const isChinese = locale === 'zh-CN'
  const place = [
    task.env === 2 ? (isChinese ? '生产' : 'production') : isChinese ? '测试' : 'test',
    task.lane,
    task.label,
  ]
  const prompts = task.items.map(({ version }, at) => `${names[at] ?? ''} ${version}`.trim())
  const { approve, canary } = task.steps
  const why = canary?.problem ? (isChinese ? canary.problem.zh : canary.problem.en) : approve?.approval?.comment
  return {
    title: titles[event][isChinese ? 1 : 0],
    text: [
      `${isChinese ? '提示词' : 'Prompts'}${isChinese ? '：' : ': '}${prompts.join(isChinese ? '、' : ', ')}`,
      `${isChinese ? '位置' : 'Place'}${isChinese ? '：' : ': '}${place.filter(Boolean).join(' / ')}`,
      ...(task.comment ? [`${isChinese ? '说明：' : 'Comment: '}${task.comment}`] : []),
      ...(why ? [`${isChinese ? '原因：' : 'Why: '}${why}`] : []),
    ].join('\n'),
  }
}
