import type { NoticeParams } from '#domains/ground/notice/shared/notice-params.ts'
import type { TaskEvent, TaskRow } from './prompt-release.table.ts'

/** Text parameters of notices about a release task. */
export function paramsOf(task: TaskRow, event: TaskEvent, names: readonly string[]): NoticeParams['release'] {
  const { approve, canary } = task.steps
  const comment = approve?.approval?.comment
  const why = canary?.problem ?? (comment ? { en: comment, zh: comment } : undefined)
  return {
    event,
    prompts: task.items.map(({ version }, at) => `${names[at] ?? ''} ${version}`.trim()),
    isProduction: task.env === 2,
    place: [task.lane, task.label].filter(Boolean),
    comment: task.comment,
    ...(why && { why }),
  }
}
