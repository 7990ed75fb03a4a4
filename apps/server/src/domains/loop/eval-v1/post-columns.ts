import type { ShownLabelTask } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import type { AnnotationItems } from '#domains/loop/annotation/item.service.ts'
import type { LabelReview } from '#domains/loop/annotation/review.service.ts'
import type { LabelSource } from '#domains/loop/experiment-report/shared/label-source.ts'
import { canManageAll, shownItem, shownLabel } from './label.view.ts'

export interface PostColumnsDeps {
  items: Pick<AnnotationItems, 'byIds'>
  review: Pick<LabelReview, 'tasks' | 'labels'>
}
interface Of {
  spaceId: string
  source: LabelSource
  sourceId: string
}
/** Area of tasks that are shown in the report; the others have a page of their own. */
const InReport = 1
const MOST_TASKS = 30
const MOST_LABELS = 10_000

/** Columns that people fill in next to the scores of evaluators: their questions, and the answers for each row. */
export function createPostColumns({ items, review }: PostColumnsDeps) {
  return async ({ spaceId, source, sourceId }: Of, rowIds: string[], ctx: Ctx) => {
    const { rows } = await review.tasks(spaceId, { sources: [source], sourceId, area: InReport }, 1, MOST_TASKS)
    const tasks = rows.filter(({ isHidden }) => !isHidden).toReversed()
    const found = await Promise.all(
      tasks.map(async (task) => {
        const asked = await items.byIds(
          spaceId,
          task.questions.map(({ key }) => key),
        )
        const maySeeAll = await canManageAll(task, ctx)
        const { rows: given } = rowIds.length ? await review.labels(task.id, { rowIds }, 1, MOST_LABELS) : { rows: [] }
        const labels = given.map(({ label, row: { nth, chosen } }) =>
          // Leave out the content, because the report shows the row itself.
          shownLabel(task, asked, { label, content: [], nth, chosen }, maySeeAll, ctx.userId),
        )
        return { task, asked, labels }
      }),
    )
    const labelsOf = Map.groupBy(
      found.flatMap(({ labels }) => labels),
      ({ object_id }) => object_id,
    )
    return {
      columns: {
        manual_annotation_items: found.flatMap(({ asked }) => asked.map(shownItem)),
        /** Task in which each question is answered. */
        manual_annotation_item_map: Object.fromEntries(
          found.flatMap(({ task, asked }) => asked.map(({ id }) => [id, task.id])),
        ),
      },
      reportsOf: (rowId: string): ShownLabelTask[] => labelsOf.get(rowId) ?? [],
    }
  }
}
export type PostColumns = ReturnType<typeof createPostColumns>
export type RowLabels = Awaited<ReturnType<PostColumns>>['reportsOf']
