import type { contract, PromptReleaseTask } from '@orrery/contract'
import {
  ReleaseTaskStatus as Status,
  ReleaseTrigger,
  type ReleaseStep,
  releaseSteps,
} from '@orrery/contract/shared/prompt-enums'
import { errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { PeopleOf } from '#domains/resources/prompt/shared/prompt-people.ts'
import type { TaskCheck, TaskRow, TaskStep } from './prompt-release.table.ts'
import type { ReleaseNotices } from './release-notices.ts'
import type { Actor, TaskService } from './task.service.ts'

export interface ReleaseTaskRoutesDeps {
  tasks: TaskService
  prompts: PromptService
  peopleOf: PeopleOf
  /** Ids of the owners and admins of a space. */
  approversOf(spaceId: string): Promise<string[]>
  notices: Pick<ReleaseNotices, 'remind'>
}

export function releaseTaskRoutes(deps: ReleaseTaskRoutesDeps): Handlers<typeof contract.promptReleaseTask> {
  const { tasks, prompts, peopleOf, approversOf, notices } = deps
  const actorIn = async (spaceId: string, ctx: Ctx): Promise<Actor> => ({
    userId: ctx.userId,
    mayApprove: await ctx.access.can(ctx.actor!, 'space', spaceId, 'approveReleases'),
  })
  const actorOf = (ctx: Ctx) => actorIn(ctx.located!.spaceId, ctx)

  async function shown(rows: TaskRow[], ctx: Ctx): Promise<PromptReleaseTask[]> {
    const people = await peopleOf(rows.map((row) => row.releasedBy))
    const names = new Map<string, { key: string; name: string }>()
    for (const promptId of new Set(rows.flatMap(({ items }) => items.map((item) => item.promptId)))) {
      const found = await prompts.find(promptId)
      if (found) names.set(promptId, { key: found.prompt.key, name: found.head.name })
    }
    return Promise.all(
      rows.map(async (row) => {
        const actor = await actorIn(row.spaceId, ctx)
        const isOwn = row.releasedBy === actor.userId || actor.mayApprove
        const person = people.get(row.releasedBy)
        return {
          ...wireTask(row, ctx.locale),
          release_resources: row.items.map((item) => ({
            prompt_id: item.promptId,
            prompt_version: item.version,
            prompt_pre_version: item.preVersion,
            release_id: item.releaseId || '0',
            prompt_key: names.get(item.promptId)?.key ?? '',
            display_name: names.get(item.promptId)?.name ?? '',
          })),
          ...(person && { release_user_info: person }),
          cancelable: isOwn && ([1, 2, 3, 4, 5] as number[]).includes(row.status),
          rollbackable: isOwn && isUndoable(row),
          approvable: await tasks.mayApprove(row, actor),
        }
      }),
    )
  }

  return {
    create: async (input, ctx) => {
      for (const { prompt_id: id } of input.release_resources) {
        const { spaceId } = await ctx.access.require(ctx.actor!, 'prompt', id, 'editInfo')
        // All prompts must be in the space of the task.
        if (spaceId !== input.space_id) throw errors.notFound({ what: 'prompt' })
      }
      const { release_config: config = {} } = input
      const task = await tasks.create(
        {
          spaceId: input.space_id,
          items: input.release_resources.map((item) => ({ promptId: item.prompt_id, version: item.prompt_version })),
          env: input.env,
          lane: input.feature ?? '',
          label: input.label ?? '',
          config: {
            ...(config.if_gray_release && config.gray_release_config && { gray: config.gray_release_config }),
            ...(config.approval_escape && { escape: config.approval_escape_comment ?? '' }),
          },
          isGray: config.if_gray_release ?? false,
          comment: input.comment ?? '',
        },
        await actorIn(input.space_id, ctx),
      )
      return { release_task_id: task.id, release_check_result: wireChecks(task.checks, ctx.locale) }
    },
    get: async (input, ctx) => ({ release_task: (await shown([await tasks.get(input.release_task_id)], ctx))[0]! }),
    list: async (input, ctx) => {
      const actor = await actorIn(input.space_id, ctx)
      if (input.waiting_for_me && !actor.mayApprove) return { release_tasks: [], total: '0' }
      const filter = {
        promptId: input.prompt_id,
        ...(input.env && { env: input.env }),
        ...(input.feature !== undefined && { lane: input.feature }),
        ...(input.label !== undefined && { label: input.label }),
        waitingFor: input.waiting_for_me ? ctx.userId : undefined,
      }
      const { rows, total } = await tasks.list(input.space_id, filter, input.page, input.page_size)
      return { release_tasks: await shown(rows, ctx), total: String(total) }
    },
    approvers: async ({ space_id: spaceId }, ctx) => {
      const ids = (await approversOf(spaceId)).filter((id) => id !== ctx.userId)
      return { approvers: [...(await peopleOf(ids)).values()] }
    },
    notify: async (input, ctx) => {
      const task = await tasks.get(input.release_task_id)
      return { notified: await notices.remind(task, input.notify_approvers, await actorOf(ctx)) }
    },
    trigger: async (input, ctx) => {
      const { release_task_id: id, subtask_key: step, comment = '' } = input
      const actor = await actorOf(ctx)
      const acts: Record<number, () => Promise<TaskRow>> = {
        [ReleaseTrigger.approve]: () => tasks.approve(id, actor, step, comment),
        [ReleaseTrigger.reject]: () => tasks.reject(id, actor, step, comment),
        [ReleaseTrigger.finish]: () => tasks.finish(id, actor, step),
        // To start is to retry a failed check: other steps start by themselves after the step before them.
        [ReleaseTrigger.start]: () => tasks.retry(id, actor, step),
        [ReleaseTrigger.retry]: () => tasks.retry(id, actor, step),
        [ReleaseTrigger.skip]: () => tasks.skip(id, actor, step, comment),
      }
      const task = await acts[input.trigger_operation]!()
      return { release_check_result: wireChecks(task.checks, ctx.locale) }
    },
    cancel: async (input, ctx) => {
      await tasks.cancel(input.release_task_id, await actorOf(ctx))
      return {}
    },
    rollback: async (input, ctx) => {
      await tasks.rollback(input.release_task_id, await actorOf(ctx))
      return {}
    },
  }
}

/** Whether there is a previous version to return to. */
const isUndoable = ({ status, items }: TaskRow) =>
  status === Status.gray || (status === Status.finished && items.every(({ preVersion }) => preVersion !== ''))

const wireChecks = (checks: TaskCheck[], locale: Locale) => ({
  check_detail: checks.map(({ type, result, en, zh }) => ({
    check_type: type,
    check_result: result,
    is_block: result === 'fail',
    desc: locale === 'zh-CN' ? zh : en,
  })),
})
const wireStep = (taskId: string, key: string, step: TaskStep, locale: Locale) => ({
  release_task_id: taskId,
  subtask_key: key,
  status: step.status,
  ...(step.by && { trigger_user: step.by }),
  ...(step.skippedBy && { skip_user: step.skippedBy }),
  ...(step.approval && {
    approval_info: {
      approver: step.approval.by,
      approval_pass: step.approval.passed,
      approval_comment: step.approval.comment,
      approval_time: String(step.approval.at),
    },
  }),
  ...(step.comment && { comment: step.comment }),
  ...(step.problem && { err_info: { msg: locale === 'zh-CN' ? step.problem.zh : step.problem.en } }),
  ...(step.stage && {
    stage: {
      at: step.stage.at,
      calls_before: step.stage.calls?.[0] ?? 0,
      calls_now: step.stage.calls?.[1] ?? 0,
      figures: (step.stage.figures ?? []).map(({ metric, before, now, isWorse }) => ({
        metric,
        before,
        now,
        is_worse: isWorse,
      })),
    },
  }),
  ...(step.startedAt && { start_time: String(step.startedAt) }),
  ...(step.endedAt && { finish_time: String(step.endedAt) }),
})

function wireTask(row: TaskRow, locale: Locale) {
  const steps = releaseSteps.filter((step) => row.steps[step])
  const can = (step: ReleaseStep) => ({
    subtask_key: step,
    skippable: step === 'canary',
    retryable: step === 'check',
    approval_required: step === 'approve',
  })
  return {
    id: row.id,
    space_id: row.spaceId,
    env: row.env,
    feature: row.lane,
    label: row.label,
    release_config: {
      if_gray_release: Boolean(row.config.gray),
      ...(row.config.gray && { gray_release_config: row.config.gray }),
      ...(row.config.plan && { gray_plan: row.config.plan }),
      ...(row.config.escape && { approval_escape: true, approval_escape_comment: row.config.escape }),
    },
    comment: row.comment,
    release_user: row.releasedBy,
    cancel_user: row.cancelledBy ?? '',
    rollback_user: row.undoneBy ?? '',
    status: row.status,
    subtask_configs: steps.map(can),
    current_subtask_key: row.step,
    subtasks: Object.fromEntries(steps.map((step) => [step, wireStep(row.id, step, row.steps[step]!, locale)])),
    create_time: String(row.createdAt),
    update_time: String(row.updatedAt),
    release_check_result: wireChecks(row.checks, locale),
  }
}
