import { type AgentWorkData, type contract, StepStatus, WorkStatus } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { AgentWorks, WorkWithSteps } from './work.service.ts'

const created: readonly string[] = ['table', 'flow', 'chat', 'bot']
const applied: readonly number[] = [WorkStatus.done, WorkStatus.failed, WorkStatus.stopped]
const isApplied = ({ work, steps }: WorkWithSteps) =>
  work.projectId !== null &&
  work.plan === null &&
  applied.includes(work.status) &&
  steps.some(({ status }) => status === StepStatus.done)

function shown({ work, steps }: WorkWithSteps, canUndo: boolean, locale: Locale): AgentWorkData {
  return {
    work_id: work.id,
    space_id: work.spaceId,
    project_id: work.projectId ?? '',
    message: work.message,
    status: work.status as AgentWorkData['status'],
    plan: work.plan,
    steps: steps.map(({ n, spec, scope, title, status, madeId, diff, tokens, repairs }) => ({
      n,
      kind: spec.kind,
      scope,
      title,
      status: status as AgentWorkData['steps'][number]['status'],
      made_id: status === StepStatus.done && created.includes(spec.kind) ? madeId : '',
      diff,
      tokens,
      repairs,
    })),
    problem: locale === 'zh-CN' ? work.problemZh : work.problem,
    tokens: work.tokens,
    repairs: work.repairs,
    can_undo: canUndo,
    created_at: secondsText(work.createdAt),
  }
}

export function agentWorkRoutes({ works }: { works: AgentWorks }): Handlers<typeof contract.agentWork> {
  /** Without a project, only the author can reach a description. With a project, the rights on the project apply. */
  async function reach(ctx: Ctx, id: string, can: 'view' | 'editInfo') {
    const found = await works.get(id).catch(() => undefined)
    const isMine = found !== undefined && (found.projectId !== null || found.userId === ctx.userId)
    if (!isMine) throw errors.notFound({ what: 'task' })
    const [on, place, action] = found.projectId
      ? (['project', found.projectId, can] as const)
      : (['space', found.spaceId, 'createResource'] as const)
    await ctx.access.require(ctx.actor!, on, place, action).catch((cause: unknown) => {
      throw isNotFound(cause) ? errors.notFound({ what: 'task' }) : cause
    })
    return found
  }
  return {
    plan: async (input, ctx) => ({
      work_id: await works.describe({
        spaceId: input.space_id,
        userId: ctx.userId,
        message: input.description,
        language: input.language,
      }),
    }),
    say: async (input, ctx) => ({
      work_id: await works.say({
        spaceId: ctx.located!.spaceId,
        userId: ctx.userId,
        projectId: input.project_id,
        message: input.message,
        pages: input.page_ids,
      }),
    }),
    get: async (input, ctx) => {
      await reach(ctx, input.work_id, 'view')
      const found = await works.withSteps(input.work_id)
      return shown(found, isApplied(found), ctx.locale)
    },
    list: async (input, ctx) => {
      const all = await works.list(input.project_id)
      // Changes build on each other, so only the newest applied one can be undone.
      const last = all.findLast(isApplied)
      return { works: all.map((one) => shown(one, one === last, ctx.locale)) }
    },
    answer: async (input, ctx) => {
      await reach(ctx, input.work_id, 'editInfo')
      await works.answer(input.work_id, input.answers)
      return {}
    },
    build: async (input, ctx) => {
      await reach(ctx, input.work_id, 'editInfo')
      await works.build(input.work_id, input.plan)
      return {}
    },
    stop: async (input, ctx) => {
      await reach(ctx, input.work_id, 'editInfo')
      await works.stop(input.work_id)
      return {}
    },
    undo: async (input, ctx) => {
      await reach(ctx, input.work_id, 'editInfo')
      await works.undo(input.work_id, ctx.userId)
      return {}
    },
  }
}
const isNotFound = (cause: unknown) => (cause as { status?: number }).status === 404
