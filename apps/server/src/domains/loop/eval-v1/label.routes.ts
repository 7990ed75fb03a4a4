import type { contract, GivenAnnotationItem, ShownAnnotationTask } from '@orrery/contract'
import Papa from 'papaparse'
import { badInput, errors } from '#kit/errors.ts'
import { guarded } from '#kit/formula-guard.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { AnnotationService } from '#domains/loop/annotation/annotation.service.ts'
import type { TaskRow } from '#domains/loop/annotation/annotation.table.ts'
import type { AnnotationItems } from '#domains/loop/annotation/item.service.ts'
import type { LabelReview } from '#domains/loop/annotation/review.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { LabelTasks } from '#domains/loop/experiment-report/label-task.service.ts'
import type { Reports } from '#domains/loop/experiment-report/report.service.ts'
import { LabelSource } from '#domains/loop/experiment-report/shared/label-source.ts'
import type { PickRows } from './custom-filter.ts'
import { canManageAll, LabelStatus, readAnswers, readItem, shownItem, shownLabel } from './label.view.ts'
import { groupsOf } from './task.view.ts'

export interface LabelRoutesDeps {
  annotations: AnnotationService
  items: AnnotationItems
  review: LabelReview
  tasks: LabelTasks
  experiments: Pick<ExperimentService, 'get'>
  results: Results
  reports: Pick<Reports, 'comparison' | 'rowsOf'>
  pickRows: PickRows
  keepFile(userId: string, spaceId: string, name: string, text: string): Promise<string>
}
const SourceType = { comparison: 1, experiment: 2, none: 100 } as const
const Created = 3
const InEvaluation = 1
const sources: string[] = Object.values(LabelSource)

/** Labelling of results in the first API version. */
export function labelRoutes(deps: LabelRoutesDeps): Handlers<typeof contract.evaluationLabel> {
  const { annotations, items, review, tasks, experiments, results, reports, pickRows, keepFile } = deps
  async function taskOf(spaceId: string, id: string): Promise<TaskRow> {
    const task = await annotations.get(spaceId, id)
    if (!sources.includes(task.source)) throw errors.notFound({ what: 'task' })
    return task
  }
  async function ownTask(spaceId: string, id: string, ctx: Ctx): Promise<TaskRow> {
    const task = await taskOf(spaceId, id)
    if (!(await canManageAll(task, ctx))) throw errors.noAccess()
    return task
  }
  const itemsOf = (task: TaskRow) =>
    items.byIds(
      task.spaceId,
      task.questions.map(({ key }) => key),
    )
  async function shownTasks(list: TaskRow[]): Promise<ShownAnnotationTask[]> {
    const progress = await review.progress(list.map(({ id }) => id))
    return Promise.all(
      list.map(async (task) => ({
        id: task.id,
        space_id: task.spaceId,
        source_id: task.sourceId,
        source_type: task.source === LabelSource.comparison ? SourceType.comparison : SourceType.experiment,
        manual_annotation_items: (await itemsOf(task)).map(shownItem),
        name: task.name,
        description: task.guide,
        source_range: { range: { start: String(task.rangeFrom), end: String(task.rangeTo) } },
        blind_count: String(task.blindCount),
        visible_area: task.area,
        label_progress: {
          blind_label_progress_list: progress
            .filter((one) => one.task === task.id)
            .map((one) => ({ blind_num: String(one.blind + 1), finished: String(one.finished), all: String(one.all) })),
        },
        create_status: Created,
        write_back_status: task.writeBack,
        creator_id: task.createdBy,
        create_time: String(task.createdAt),
        update_time: String(task.createdAt),
      })),
    )
  }
  /** Returns the ids of given items, and creates the items without an id. */
  async function itemIds(spaceId: string, userId: string, given: GivenAnnotationItem[]): Promise<string[]> {
    const at = 'manual_annotation_items'
    const known = given.flatMap(({ id }) => id ?? [])
    const fresh = given.flatMap((one, index) => (one.id ? [] : [readItem(one, `${at}[${index}]`)]))
    return [...known, ...(await items.create(spaceId, userId, fresh, at))]
  }
  type Range = { range?: { start?: number | undefined; end?: number | undefined } | undefined } | undefined
  const rangeOf = (given: Range) => ({ from: given?.range?.start ?? 1, to: given?.range?.end })
  function sourceOf(type: number | undefined, taskId: string | undefined, comparisonId: string | undefined) {
    if (comparisonId && type !== SourceType.experiment)
      return { source: LabelSource.comparison, sourceId: comparisonId } as const
    if (taskId) return { source: LabelSource.experiment, sourceId: taskId } as const
    throw badInput('task_id', 'say which experiment or comparison is labelled', '请指定要标注的任务或对比报告')
  }
  const columns = { guide: '', blindCount: 1, from: 1, to: undefined, area: InEvaluation, isHidden: false }
  return {
    addItems: async ({ space_id, manual_annotation_items: given }, ctx) => {
      const at = 'manual_annotation_items'
      const read = given.map((one, index) => readItem(one, `${at}[${index}]`))
      return { item_ids: await items.create(space_id, ctx.userId, read, at) }
    },
    items: async ({ space_id, fuzzy_name: name, annotation_item_data_types, page, page_size }) => {
      const { rows, total } = await items.list(space_id, { name, results: annotation_item_data_types }, page, page_size)
      return { manual_annotation_items: rows.map(shownItem), total: String(total) }
    },
    itemsByIds: async ({ space_id, item_ids }) => ({
      manual_annotation_items: (await items.byIds(space_id, item_ids)).map(shownItem),
    }),
    setItem: async ({ manual_annotation_item_id, space_id, manual_annotation_item: given }) => {
      await items.update(space_id, manual_annotation_item_id, {
        ...(given.name !== undefined && { name: given.name }),
        ...(given.scope && { scope: { min: given.scope.min_score, max: given.scope.max_score } }),
        ...(given.options && { options: given.options }),
        ...(given.tags && { tags: given.tags.map(({ tag_name }) => tag_name) }),
      })
      return {}
    },
    removeItem: async ({ manual_annotation_item_id, space_id }) => {
      await items.remove(space_id, manual_annotation_item_id)
      return {}
    },
    create: async (input, ctx) => {
      if (input.source_type === SourceType.none)
        throw badInput(
          'source_type',
          'say which experiment (2) or comparison (1) is labelled',
          '请指定任务（2）或对比报告（1）',
        )
      const source = input.source_type === SourceType.comparison ? LabelSource.comparison : LabelSource.experiment
      const given = await itemIds(input.space_id, ctx.userId, input.manual_annotation_items)
      const id = await tasks.open(input.space_id, ctx.userId, {
        source,
        sourceId: input.source_id,
        itemIds: given,
        name: input.name,
        guide: input.description,
        blindCount: input.blind_count,
        ...rangeOf(input.source_range),
        area: input.visible_area || 2,
        isHidden: input.invisible,
      })
      return { id }
    },
    begin: async (input, ctx) => {
      const { space_id, contrast_report_id, task_id, source_type, custom_filter } = input
      const from = sourceOf(source_type, task_id, contrast_report_id)
      const row =
        from.source === LabelSource.experiment
          ? await experiments.get(space_id, from.sourceId)
          : (await reports.rowsOf(await reports.comparison(space_id, from.sourceId)))[0]
      if (!row) throw errors.notFound({ what: 'experiment' })
      let only: Set<string> | undefined
      if (custom_filter) {
        const places = (await results.itemIds(row.id)).map((one, at) => ({ ...one, index: at + 1 }))
        const parts = await results.parts(
          row,
          places.map(({ itemId }) => itemId),
        )
        const groups = groupsOf(row, places, parts, await results.tagsOf(row), ctx.locale)
        const picked = await pickRows(custom_filter, groups, space_id, ctx)
        if (picked.problem) throw badInput('custom_filter.user_code', picked.problem, picked.problem)
        only = picked.ids
      }
      const id = await tasks.open(space_id, ctx.userId, {
        ...from,
        itemIds: input.item_ids,
        name: input.name,
        guide: input.description,
        blindCount: input.blind_count,
        ...rangeOf(input.source_range),
        area: 2,
        isHidden: false,
        only,
      })
      return { id }
    },
    list: async (input) => {
      const wanted = input.source_types?.flatMap((type) =>
        type === SourceType.comparison
          ? [LabelSource.comparison]
          : type === SourceType.experiment
            ? [LabelSource.experiment]
            : [],
      )
      const by = {
        sources: wanted ?? sources,
        sourceId: input.source_id,
        area: input.visible_area,
        maker: input.creator_id,
        name: input.name,
        annotators: input.assign_annotator_ids,
      }
      if (!by.sources.length) return { manual_annotation_tasks: [], total: '0' }
      const { rows, total } = await review.tasks(input.space_id, by, input.page, input.page_size)
      return { manual_annotation_tasks: await shownTasks(rows), total: String(total) }
    },
    choose: async ({ space_id, manual_annotation_label_task_id, item_id }, ctx) => {
      const { task } = await review.label(space_id, manual_annotation_label_task_id)
      await ownTask(space_id, task.id, ctx)
      await review.choose(space_id, manual_annotation_label_task_id, item_id, true)
      return {}
    },
    unchoose: async ({ space_id, manual_annotation_label_task_id, item_id }, ctx) => {
      const { task } = await review.label(space_id, manual_annotation_label_task_id)
      await ownTask(space_id, task.id, ctx)
      await review.choose(space_id, manual_annotation_label_task_id, item_id, false)
      return {}
    },
    get: async ({ manual_annotation_task_id, space_id }) => ({
      manual_annotation_task: (await shownTasks([await taskOf(space_id, manual_annotation_task_id)]))[0]!,
    }),
    remove: async ({ manual_annotation_task_id, space_id }, ctx) => {
      const task = await ownTask(space_id, manual_annotation_task_id, ctx)
      await annotations.remove(task.id)
      return {}
    },
    removeTaskItem: async ({ manual_annotation_task_id, space_id, manual_annotation_item_id: key }, ctx) => {
      const task = await ownTask(space_id, manual_annotation_task_id, ctx)
      const questions = task.questions.filter((one) => one.key !== key)
      if (questions.length === task.questions.length) throw errors.notFound({ what: 'label' })
      await review.set(task.id, { questions })
      return {}
    },
    rows: async ({ manual_annotation_task_id, space_id, page, page_size }, ctx) => {
      const task = await taskOf(space_id, manual_annotation_task_id)
      const [asked, maySeeAll] = [await itemsOf(task), await canManageAll(task, ctx)]
      const rows = await review.rowsOf(task.id, page, page_size)
      const labels = await review.labelsOf(
        task.id,
        rows.map(({ rowId }) => rowId),
      )
      return {
        column_name: rows[0]?.content.map(({ name }) => name) ?? [],
        manual_annotation_items: asked.map(shownItem),
        column_blind_nums: Array.from({ length: task.blindCount }, (_, at) => String(at + 1)),
        payloads: rows.map(({ rowId, content, nth, chosen }) => ({
          row_group_id: rowId,
          values: content,
          manual_annotation_label_tasks: labels
            .filter((label) => label.rowId === rowId)
            .map((label) => shownLabel(task, asked, { label, content, nth, chosen }, maySeeAll, ctx.userId)),
        })),
        total: String(task.rowCount),
      }
    },
    set: async ({ manual_annotation_task_id, space_id, manual_annotation_task: given }, ctx) => {
      const task = await ownTask(space_id, manual_annotation_task_id, ctx)
      const { name, description } = given
      const set = { ...(name !== undefined && { name }), ...(description !== undefined && { guide: description }) }
      if (Object.keys(set).length) await review.set(task.id, set)
      return {}
    },
    show: async ({ manual_annotation_task_id, space_id }, ctx) => {
      await review.set((await ownTask(space_id, manual_annotation_task_id, ctx)).id, { isHidden: false })
      return {}
    },
    writeBack: async ({ manual_annotation_task_id, space_id }, ctx) => {
      const task = await ownTask(space_id, manual_annotation_task_id, ctx)
      await tasks.writeBack(space_id, task.id)
      return {}
    },
    addLabels: async ({ manual_annotation_task_id, space_id, manual_annotation_label_tasks: given }, ctx) => {
      const task = await ownTask(space_id, manual_annotation_task_id, ctx)
      const people = given.flatMap((one) => one.assign_annotator_id ?? [])
      await annotations.requireMembers(space_id, people, 'manual_annotation_label_tasks.assign_annotator_id')
      await review.addLabels(
        task,
        given.map((one) => ({ rowId: one.object_id, userId: one.assign_annotator_id })),
      )
      return {}
    },
    labels: async (input, ctx) => {
      const task = await taskOf(input.space_id, input.manual_annotation_task_id)
      const [asked, maySeeAll] = [await itemsOf(task), await canManageAll(task, ctx)]
      const by = {
        rowIds: input.object_ids?.filter((id) => /^[1-9]\d{0,18}$/.test(id)),
        isFinished: input.status?.length === 1 ? input.status[0] === LabelStatus.finished : undefined,
        assigned: input.assign_annotator_ids,
        finishedBy: maySeeAll
          ? input.actual_annotator_ids
          : input.actual_annotator_ids?.filter((id) => id === ctx.userId),
        blinds: input.blind_nums?.map((one) => one - 1),
        places: input.serial_nums?.map((one) => one - 1),
      }
      const { rows, total } = await review.labels(task.id, by, input.page, input.page_size)
      return {
        manual_annotation_label_tasks: rows.map(({ label, row: { content, nth, chosen } }) =>
          shownLabel(task, asked, { label, content, nth, chosen }, maySeeAll, ctx.userId),
        ),
        total: String(total),
      }
    },
    assign: async (input, ctx) => {
      const task = await ownTask(input.space_id, input.manual_annotation_task_id, ctx)
      await annotations.requireMembers(input.space_id, [input.assign_annotator_id], 'assign_annotator_id')
      await review.assignTo(task.id, input.manual_annotation_label_task_ids, input.assign_annotator_id)
      return {}
    },
    label: async ({ manual_annotation_label_task_id, space_id }, ctx) => {
      const { label, task } = await review.label(space_id, manual_annotation_label_task_id)
      await taskOf(space_id, task.id)
      const { rows } = await review.labels(task.id, { rowIds: [label.rowId], blinds: [label.blind] }, 1, 1)
      const asked = await itemsOf(task)
      const maySeeAll = await canManageAll(task, ctx)
      return {
        manual_annotation_label_tasks: rows.map(({ label: one, row: { content, nth, chosen } }) =>
          shownLabel(task, asked, { label: one, content, nth, chosen }, maySeeAll, ctx.userId),
        ),
      }
    },
    submit: async ({ manual_annotation_label_task_id, space_id, manual_annotation_label_results: given }, ctx) => {
      const { task } = await review.label(space_id, manual_annotation_label_task_id)
      await taskOf(space_id, task.id)
      const { answers, reasons } = readAnswers(await itemsOf(task), given)
      await annotations.submit(space_id, task.id, manual_annotation_label_task_id, ctx.userId, answers, reasons)
      return {}
    },
    file: async ({ space_id, annotation_task_id }, ctx) => {
      const task = await ownTask(space_id, annotation_task_id, ctx)
      const asked = await itemsOf(task)
      const rows = await review.rowsOf(task.id, 1, 20_000)
      const labels = await review.labelsOf(
        task.id,
        rows.map(({ rowId }) => rowId),
      )
      const head = [
        'row',
        ...(rows[0]?.content.map(({ name }) => name) ?? []),
        'blind',
        'annotator',
        ...asked.map(({ name }) => name),
      ]
      const lines = rows.flatMap(({ rowId, content, nth }) =>
        labels
          .filter((label) => label.rowId === rowId && label.finishedAt)
          .map((label) => [
            String(nth + 1),
            ...content.map(({ text }) => text),
            String(label.blind + 1),
            label.finishedBy ?? '',
            ...asked.map(({ id }) => label.answers?.[id] ?? ''),
          ]),
      )
      const csv = `\uFEFF${Papa.unparse([head, ...lines].map((line) => line.map(guarded)))}\r\n`
      return { download_url: await keepFile(ctx.userId, space_id, `${task.name}.csv`, csv) }
    },
    addColumns: async ({ contrast_report_id, space_id, manual_annotation_items }, ctx) => {
      const given = await itemIds(space_id, ctx.userId, manual_annotation_items)
      const source = { source: LabelSource.comparison, sourceId: contrast_report_id }
      return { id: await tasks.open(space_id, ctx.userId, { ...source, ...columns, itemIds: given, name: '' }) }
    },
    addColumnsTwo: async ({ space_id, contrast_report_id, task_id, manual_annotation_items, source_type }, ctx) => {
      const source = sourceOf(source_type, task_id, contrast_report_id)
      const given = await itemIds(space_id, ctx.userId, manual_annotation_items)
      return { id: await tasks.open(space_id, ctx.userId, { ...source, ...columns, itemIds: given, name: '' }) }
    },
  }
}
