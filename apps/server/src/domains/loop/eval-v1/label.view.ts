import type { GivenAnnotationItem, ShownAnnotationItem, ShownLabelTask } from '@orrery/contract'
import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx } from '#kit/http/context.ts'
import type { AnnotationItemRow, LabelTaskRow, ShownValue, TaskRow } from '#domains/loop/annotation/annotation.table.ts'
import type { GivenItem } from '#domains/loop/annotation/item.service.ts'
import { evaluatorErrors } from '#domains/loop/evaluator/evaluator.errors.ts'

export const LabelStatus = { created: 10, finished: 50 } as const
const EvaluationRow = 1

/** Whether the person may see all labels: the creator of the task, and people who administer the space. */
export const canManageAll = async (task: TaskRow, ctx: Ctx): Promise<boolean> =>
  task.createdBy === ctx.userId || ctx.access.can(ctx.actor!, 'space', task.spaceId, 'observe')

export function readItem(given: GivenAnnotationItem, at: string): GivenItem {
  if (!given.name) throw badInput(`${at}.name`, 'is missing', '缺少名称')
  return {
    name: given.name,
    result: given.annotation_item_data_type ?? ResultType.score,
    scope: given.scope ? { min: given.scope.min_score, max: given.scope.max_score } : null,
    options: given.options ?? [],
    tags: (given.tags ?? []).map(({ tag_name }) => tag_name),
  }
}
export const shownItem = (row: AnnotationItemRow): ShownAnnotationItem => ({
  id: row.id,
  name: row.name,
  annotation_item_data_type: row.result,
  ...(row.scope && { scope: { max_score: row.scope.max, min_score: row.scope.min } }),
  options: row.options,
  space_id: row.spaceId,
  tags: row.tags.map((tag_name) => ({ tag_id: '0', tag_name })),
  creator_id: row.createdBy,
  create_time: String(row.createdAt),
  update_time: String(row.updatedAt),
})

export interface FoundLabel {
  label: LabelTaskRow
  content: ShownValue[]
  nth: number
  chosen: Record<string, string>
}
/** Shows a label. Answers and annotator stay hidden unless it is the caller's own or the caller may see all labels. */
export function shownLabel(
  task: TaskRow,
  asked: AnnotationItemRow[],
  found: FoundLabel,
  maySeeAll: boolean,
  me: string,
): ShownLabelTask {
  const { label, content, nth, chosen } = found
  const isOpen = maySeeAll || label.finishedBy === me
  const answers = isOpen ? (label.answers ?? {}) : {}
  return {
    id: label.id,
    manual_annotation_task_id: task.id,
    space_id: task.spaceId,
    object_id: label.rowId,
    object_type: EvaluationRow,
    manual_annotation_label_results: asked.flatMap((item) => {
      const text = answers[item.id]
      if (text === undefined) return []
      const isScore = item.result === ResultType.score
      return [
        {
          manual_annotation_item_id: item.id,
          ...(isScore && { score: Number(text) }),
          ...(item.result === ResultType.value && { value: text }),
          ...(item.result === ResultType.option && { option: text }),
          ...(item.result === ResultType.text && { plain_text: text }),
          reasoning: label.reasons[item.id] ?? '',
          data_type: item.result,
          selected: chosen[item.id] === label.id,
        },
      ]
    }),
    status: label.finishedAt ? LabelStatus.finished : LabelStatus.created,
    assign_annotator_id: label.assignedTo ?? '0',
    actual_annotator_id: isOpen ? (label.finishedBy ?? '0') : '0',
    blind_num: String(label.blind + 1),
    serial_num: String(nth + 1),
    payload: { row_id: label.rowId, values: content },
  }
}
export function readAnswers(
  asked: AnnotationItemRow[],
  given: {
    manual_annotation_item_id: string
    score?: number | undefined
    value?: string | undefined
    option?: string | undefined
    plain_text?: string | undefined
    reasoning?: string | undefined
  }[],
) {
  const answers: Record<string, string> = {}
  const reasons: Record<string, string> = {}
  for (const one of given) {
    const item = asked.find(({ id }) => id === one.manual_annotation_item_id)
    if (!item) throw errors.notFound({ what: 'label' })
    const text =
      item.result === ResultType.option
        ? one.option
        : item.result === ResultType.text
          ? one.plain_text
          : (one.value ?? (one.score === undefined ? undefined : String(one.score)))
    const number = Number(text)
    if (item.result === ResultType.score && item.scope && text !== undefined) {
      const { min, max } = item.scope
      if (number < min || number > max) throw evaluatorErrors.outOfScale({ score: number, min, max })
    }
    answers[item.id] = text ?? ''
    if (one.reasoning) reasons[item.id] = one.reasoning
  }
  return { answers, reasons }
}
