import { z } from 'zod'
import { op } from '#kit.ts'
import { ANNOTATION_LIMITS, questionTypes } from '#shared/crowd-enums.ts'
import { id, pageNumber, pageSize } from '#shared/fields.ts'

const path = '/api/ml_flow/v2/spaces/{spaceID}/annotation_tasks'
const inSpace = (can: 'view' | 'createResource') => ({ on: 'space', id: 'spaceID', can }) as const
const ofTask = () => ({ spaceID: id(), taskID: id() })
/** The answers of one person, by the key of the question. */
const answers = () => z.record(z.string().max(128), z.string().max(ANNOTATION_LIMITS.answer))

const questionShape = () =>
  z.object({
    key: z.string(),
    name: z.string(),
    type: z.enum(questionTypes),
    /** The options of a choice. */
    options: z.array(z.string()),
    isRequired: z.boolean(),
  })
export type AnnotationQuestion = z.output<ReturnType<typeof questionShape>>
const contentShape = () => z.array(z.object({ name: z.string(), text: z.string() }))
const taskShape = () =>
  z.object({
    taskID: z.string(),
    name: z.string(),
    guide: z.string(),
    datasetID: z.string(),
    source: z.string(),
    sourceID: z.string(),
    blindCount: z.number(),
    isClosed: z.boolean(),
    /** All rows, and rows with a known outcome. */
    rows: z.number(),
    settled: z.number(),
    disputed: z.number(),
    /** Labels that the caller has finished, and how many more the caller can give. */
    mine: z.object({ finished: z.number(), open: z.number() }),
    createdBy: z.string(),
    createdAt: z.string(),
  })
const labelShape = () =>
  z.object({
    labelID: z.string(),
    rowID: z.string(),
    content: contentShape(),
    answers: z.record(z.string(), z.string()),
    finishedAt: z.string(),
  })

/** Rows that several people label without seeing each other's answers. */
export const annotationQueue = {
  list: op(`GET ${path}`, {
    summary: 'List tasks for annotation in a space',
    summaryZh: '列出空间中的标注任务',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), page: pageNumber(), pageSize: pageSize() }),
    output: () => z.object({ tasks: z.array(taskShape()), total: z.number() }),
  }),
  get: op(`GET ${path}/{taskID}`, {
    summary: 'See a task for annotation: questions, people and agreement',
    summaryZh: '查看标注任务的问题、人员进度和一致率',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object(ofTask()),
    output: () =>
      z.object({
        task: taskShape(),
        questions: z.array(questionShape()),
        people: z.array(
          z.object({
            userID: z.string(),
            finished: z.number(),
            assigned: z.number(),
            /** The share of this person's answers that match the answers of others on the same rows. */
            agreement: z.number().optional(),
          }),
        ),
        /** By question: the share of answers that agree, and agreement corrected for chance. */
        agreements: z.array(
          z.object({
            key: z.string(),
            name: z.string(),
            share: z.number(),
            /** Cohen’s kappa, for rows with two labels. */
            kappa: z.number().optional(),
            /** Krippendorff’s alpha: nominal for options, interval for numbers. */
            alpha: z.number().optional(),
          }),
        ),
        /** The share of fully labelled rows whose labels agree; absent while no row is fully labelled. */
        agreement: z.number().optional(),
      }),
  }),
  next: op(`POST ${path}/{taskID}/next`, {
    summary: 'Take the next row to label; it is kept for you for half an hour',
    summaryZh: '领取下一条待标注数据，保留半小时',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        ...ofTask(),
        /** Labels that the caller skips for now. */
        skip: z.array(id()).max(1000).default([]),
      }),
    output: () => z.object({ label: labelShape().optional() }),
  }),
  mine: op(`GET ${path}/{taskID}/mine`, {
    summary: 'List your labels of a task, newest first',
    summaryZh: '列出自己在任务中的标注',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), page: pageNumber(), pageSize: pageSize() }),
    output: () => z.object({ labels: z.array(labelShape()), total: z.number() }),
  }),
  submit: op(`POST ${path}/{taskID}/labels/{labelID}/submit`, {
    summary: 'Submit a label; it can be submitted again until the task is closed',
    summaryZh: '提交标注，任务关闭前可再次提交',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), labelID: id(), answers: answers() }),
  }),
  assign: op(`POST ${path}/{taskID}/assign`, {
    summary: 'Give the labels that are still open to people, in turn',
    summaryZh: '将未完成的标注依次分配给成员',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), userIDs: z.array(id()).min(1).max(ANNOTATION_LIMITS.people) }),
    output: () => z.object({ assigned: z.number() }),
  }),
  disagreements: op(`GET ${path}/{taskID}/disagreements`, {
    summary: 'List rows whose labels differ',
    summaryZh: '列出标注不一致的数据',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), page: pageNumber(), pageSize: pageSize() }),
    output: () =>
      z.object({
        rows: z.array(
          z.object({
            rowID: z.string(),
            content: contentShape(),
            labels: z.array(
              z.object({ labelID: z.string(), userID: z.string(), answers: z.record(z.string(), z.string()) }),
            ),
          }),
        ),
        total: z.number(),
      }),
  }),
  decide: op(`POST ${path}/{taskID}/rows/{rowID}/decide`, {
    summary: 'Decide a row whose labels differ',
    summaryZh: '裁定标注不一致的数据',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), rowID: id(), answers: answers() }),
  }),
}
