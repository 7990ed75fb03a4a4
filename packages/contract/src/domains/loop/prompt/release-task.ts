import { z } from 'zod'
import { slotFields } from '#domains/resources/prompt-release.ts'
import { flat, grayConfig, orNothing, promptPerson } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id, idOrNone, pageNumber, pageSize, text } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1/prompt/release_task'
const onTask = (can: 'view' | 'editInfo') => ({ on: 'promptReleaseTask', id: 'release_task_id', can }) as const
const ofTask = () => ({ release_task_id: id(), base })
const config = () =>
  z.object({
    if_gray_release: orNothing(z.boolean()),
    gray_release_config: orNothing(grayConfig()),
    /** An owner releases without approval; this is recorded. */
    approval_escape: orNothing(z.boolean()),
    approval_escape_comment: orNothing(text(1000)),
  })
const checks = () =>
  z.object({
    check_detail: z.array(
      z.object({ check_type: z.string(), check_result: z.string(), is_block: z.boolean(), desc: z.string() }),
    ),
  })
const step = z.object({
  release_task_id: z.string(),
  subtask_key: z.string(),
  status: z.number(),
  trigger_user: z.string().optional(),
  skip_user: z.string().optional(),
  approval_info: z
    .object({
      approver: z.string(),
      approval_pass: z.boolean(),
      approval_comment: z.string(),
      approval_time: z.string(),
    })
    .optional(),
  comment: z.string().optional(),
  err_info: z.object({ msg: z.string() }).optional(),
  /** The measurements of the guard during a gray release. */
  stage: z
    .object({
      at: z.number(),
      calls_before: z.number(),
      calls_now: z.number(),
      figures: z.array(z.object({ metric: z.string(), before: z.number(), now: z.number(), is_worse: z.boolean() })),
    })
    .optional(),
  start_time: z.string().optional(),
  finish_time: z.string().optional(),
})
const task = () =>
  z.object({
    id: z.string(),
    space_id: z.string(),
    release_resources: z.array(
      z.object({
        prompt_id: z.string(),
        prompt_version: z.string(),
        prompt_pre_version: z.string(),
        release_id: z.string(),
        prompt_key: z.string(),
        display_name: z.string(),
      }),
    ),
    env: z.number(),
    feature: z.string(),
    label: z.string(),
    release_config: config().extend({
      gray_plan: z.array(z.object({ share: z.number(), minutes: z.number() })).optional(),
    }),
    comment: z.string(),
    release_user: z.string(),
    release_user_info: promptPerson().optional(),
    cancel_user: z.string(),
    rollback_user: z.string(),
    status: z.number(),
    subtask_configs: z.array(
      z.object({
        subtask_key: z.string(),
        skippable: z.boolean(),
        retryable: z.boolean(),
        approval_required: z.boolean(),
      }),
    ),
    current_subtask_key: z.string(),
    subtasks: z.record(z.string(), step),
    cancelable: z.boolean(),
    rollbackable: z.boolean(),
    /** Whether the caller may approve the release. */
    approvable: z.boolean(),
    create_time: z.string(),
    update_time: z.string(),
    release_check_result: checks(),
  })
export type PromptReleaseTask = z.infer<ReturnType<typeof task>>

/** Releases in steps: checks, approval by another person, a share of users, all users. */
export const promptReleaseTask = {
  create: op(`POST ${root}/create`, {
    summary: 'Start a release in steps',
    summaryZh: '创建发布任务',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        release_resources: z
          .array(z.object({ prompt_id: id(), prompt_version: z.string().trim().min(1).max(50) }))
          .min(1)
          .max(20),
        ...slotFields(),
        release_config: orNothing(config()),
        comment: orNothing(text(2000)),
        base,
      }),
    output: () => z.object({ release_task_id: z.string(), release_check_result: checks() }),
  }),
  get: op(`POST ${root}/get_detail`, {
    summary: 'Get a release task',
    summaryZh: '获取发布任务',
    access: onTask('view'),
    ...flat,
    input: () => z.object(ofTask()),
    output: () => z.object({ release_task: task() }),
  }),
  list: op(`POST ${root}/list`, {
    summary: 'List release tasks, newest first',
    summaryZh: '列出发布任务，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        prompt_id: idOrNone(),
        env: orNothing(z.int().min(0).max(2)),
        feature: orNothing(z.string().max(50)),
        label: orNothing(z.string().max(50)),
        /** Only tasks that wait for the caller. */
        waiting_for_me: orNothing(z.boolean()),
        page: pageNumber(),
        page_size: pageSize(20, 100),
        base,
      }),
    output: () => z.object({ release_tasks: z.array(task()), total: z.string() }),
  }),
  approvers: op(`POST ${root}/list_approver`, {
    summary: 'List who may approve releases of others',
    summaryZh: '列出可以审批发布的人',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () => z.object({ space_id: id(), base }),
    output: () => z.object({ approvers: z.array(promptPerson()) }),
  }),
  notify: op(`POST ${root}/notify_approver`, {
    summary: 'Tell approvers again that a release waits for them',
    summaryZh: '再次提醒审批人',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object({ ...ofTask(), notify_approvers: z.array(id()).min(1).max(20) }),
    output: () => z.object({ notified: z.array(z.string()) }),
  }),
  trigger: op(`POST ${root}/trigger_subtask`, {
    summary: 'Start, approve, reject, finish, retry or skip a step',
    summaryZh: '启动、通过、驳回、完成、重试或跳过步骤',
    access: onTask('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...ofTask(),
        subtask_key: z.string().max(50),
        trigger_operation: z.int().min(1).max(6),
        comment: orNothing(text(2000)),
      }),
    output: () => z.object({ release_check_result: checks() }),
  }),
  cancel: op(`POST ${root}/cancel`, {
    summary: 'Cancel a release task',
    summaryZh: '取消发布任务',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object(ofTask()),
  }),
  rollback: op(`POST ${root}/rollback`, {
    summary: 'Undo a release task',
    summaryZh: '回滚发布任务',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object(ofTask()),
  }),
}
