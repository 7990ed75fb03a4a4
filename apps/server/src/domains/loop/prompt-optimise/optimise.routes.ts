import type { contract, OptimiseResult, OptimiseRun, OptimiseTask } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import { requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { withText } from './asking.ts'
import type { Proof } from './engine.ts'
import type { OptimiseService } from './optimise.service.ts'
import type { OptimisePlan, OptimiseRunRow, OptimiseTaskRow } from './prompt-optimise.table.ts'

export interface OptimiseRoutesDeps {
  optimiser: OptimiseService
  prompts: PromptService
}
interface GivenPlan {
  annotated_dataset?: { dataset_id: string } | undefined
  eval_strategy?: { strategy?: 0 | 1 | 2 | undefined; evaluator_version_id?: string | undefined } | undefined
  budget?: { calls?: number | undefined; cost?: number | undefined; minutes?: number | undefined } | undefined
  critic_model_id?: string | undefined
}
const NO_BUDGET = { calls: 400, cost: 0, minutes: 60 }
const RUNS_SHOWN = 5

export function optimiseRoutes(deps: OptimiseRoutesDeps): Handlers<typeof contract.promptOptimise> {
  const { optimiser, prompts } = deps
  async function targetOf(promptId: string, version: string, detail?: PromptDetail) {
    const found = await prompts.find(promptId)
    return {
      type: 1 as const,
      prompt: {
        prompt_id: promptId,
        prompt_key: found?.prompt.key ?? '',
        prompt_name: found?.head.name ?? '',
        prompt_version: version,
        ...(detail && { prompt_text: { message_list: detail.messages } }),
      },
    }
  }
  async function shownRuns(task: OptimiseTaskRow, rows: OptimiseRunRow[], locale: Locale): Promise<OptimiseRun[]> {
    const used = await optimiser.used(rows.map(({ id }) => id))
    return Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        task_id: row.taskId,
        space_id: row.spaceId,
        status: row.status,
        dataset: { dataset_id: row.plan.datasetId },
        optimize_target: await targetOf(task.promptId, row.version, row.detail),
        eval_startegy: strategyOf(row.plan),
        ...planOf(row.plan),
        problem: locale === 'zh-CN' ? row.problemZh : row.problem,
        cost_ms: String(row.endedAt ? Math.max(0, row.endedAt - row.startedAt) : 0),
        start_time_ms: String(row.startedAt),
        end_time_ms: String(row.endedAt),
        creator_id: row.createdBy,
        create_tsms: String(row.createdAt),
        update_tsms: String(row.endedAt || row.startedAt || row.createdAt),
        calls: used.get(row.id)?.calls ?? 0,
        cost: used.get(row.id)?.cost ?? 0,
      })),
    )
  }
  async function shownTask(row: OptimiseTaskRow, locale: Locale): Promise<OptimiseTask> {
    const { rows } = await optimiser.runs(row.id, 1, RUNS_SHOWN)
    return {
      id: row.id,
      space_id: row.spaceId,
      display_name: row.name,
      description: row.description,
      target: await targetOf(row.promptId, row.version),
      creator: row.createdBy,
      create_tsms: String(row.createdAt),
      update_tsms: String(row.updatedAt),
      visible: row.isVisible,
      annotated_dataset: { dataset_id: row.plan.datasetId ?? '0' },
      eval_strategy: strategyOf(row.plan),
      ...planOf(row.plan),
      optimize_engine: 1,
      executions: await shownRuns(row, rows, locale),
    }
  }
  const runOf = async (input: { task_id: string; execution_id: string }, locale: Locale) => {
    const task = await optimiser.get(input.task_id)
    const run = await optimiser.getRun(task.id, input.execution_id)
    return { task, run, shown: (await shownRuns(task, [run], locale))[0]! }
  }
  return {
    create: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { prompt_id: promptId, prompt_version: version = '' } = input.target.prompt
      const task = await optimiser.create(
        {
          spaceId: ctx.located!.spaceId,
          promptId,
          version,
          name: input.display_name,
          description: input.description ?? '',
          isVisible: input.visible ?? true,
          plan: givenPlan(input),
        },
        ctx.userId,
      )
      return { task: await shownTask(task, ctx.locale) }
    },
    update: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const target = input.target?.prompt
      // A task cannot be moved to another prompt.
      if (target && target.prompt_id !== ctx.located!.id) throw errors.notFound({ what: 'prompt' })
      await optimiser.change(input.task_id, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.desc !== undefined && { description: input.desc }),
        ...(target && { version: target.prompt_version ?? '' }),
        plan: givenPlan(input),
      })
      return {}
    },
    get: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      return { task: await shownTask(await optimiser.get(input.task_id), ctx.locale) }
    },
    list: async (input, ctx) => {
      const { name, target_id: promptId, target_version: version, creator_id: createdBy } = input
      const search = { name, promptId, version, createdBy }
      const { rows, total } = await optimiser.tasks(input.space_id, search, input.page, input.page_size)
      // Hide tasks of prompts that the caller may not see.
      const seen = await Promise.all(rows.map((row) => ctx.access.can(ctx.actor!, 'prompt', row.promptId, 'view')))
      const shown = rows.filter((_, at) => seen[at])
      return { tasks: await Promise.all(shown.map((row) => shownTask(row, ctx.locale))), total }
    },
    remove: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await optimiser.remove(input.task_id)
      return {}
    },
    exec: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const given = givenPlan(input)
      if (given.datasetId) {
        const dataset = await ctx.access.require(ctx.actor!, 'dataset', given.datasetId, 'view')
        if (dataset.spaceId !== ctx.located!.spaceId) throw errors.notFound({ what: 'dataset' })
      }
      const run = await optimiser.exec(input.task_id, ctx.userId, given)
      return { execution: (await shownRuns(await optimiser.get(input.task_id), [run], ctx.locale))[0]! }
    },
    runs: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const task = await optimiser.get(input.task_id)
      const { rows, total } = await optimiser.runs(task.id, input.page, input.page_size)
      return { executions: await shownRuns(task, rows, ctx.locale), total }
    },
    run: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      return { execution: (await runOf(input, ctx.locale)).shown }
    },
    dashboard: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const { task, run, shown } = await runOf(input, ctx.locale)
      const { result } = run
      const results = (result?.proofs ?? []).map(async (proof): Promise<OptimiseResult> => {
        const detail = withText(run.detail, run.plan.message, proof.candidate.text)
        return {
          sequence_id: proof.candidate.id,
          execution_id: run.id,
          optimize_result: await targetOf(task.promptId, run.version, detail),
          ...shownProof(proof),
        }
      })
      return {
        execution: shown,
        result: await Promise.all(results),
        verdict: result?.verdict ?? '',
        candidates: (result?.candidates ?? []).map(({ id, parentId, how, score }) => ({
          sequence_id: id,
          parent_id: parentId,
          how,
          ...(score !== undefined && { score }),
        })),
      }
    },
    removeRun: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await optimiser.removeRun(input.task_id, input.execution_id)
      return {}
    },
    cancel: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await optimiser.cancel(input.task_id, input.execution_id)
      return {}
    },
    resume: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await optimiser.resume(input.task_id, input.execution_id)
      return {}
    },
    adopt: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      await optimiser.adopt(input.task_id, input.execution_id, input.sequence_id, ctx.userId)
      return {}
    },
  }
}

/** Reads a partial plan; omitted parts stay unchanged. */
function givenPlan(input: GivenPlan): Partial<OptimisePlan> {
  const { annotated_dataset: set, eval_strategy: strategy, budget, critic_model_id: critic } = input
  return {
    ...(set && { datasetId: set.dataset_id }),
    ...(strategy?.strategy && { strategy: strategy.strategy }),
    ...(strategy?.evaluator_version_id && { evaluatorVersionId: strategy.evaluator_version_id }),
    ...(budget && {
      budget: {
        calls: budget.calls ?? NO_BUDGET.calls,
        cost: budget.cost ?? NO_BUDGET.cost,
        minutes: budget.minutes ?? NO_BUDGET.minutes,
      },
    }),
    ...(critic !== undefined && { criticModelId: critic }),
  }
}
const strategyOf = ({ strategy = 0, evaluatorVersionId }: { strategy?: number; evaluatorVersionId?: string }) => ({
  strategy,
  evaluator_version_id: evaluatorVersionId || '0',
})
const planOf = ({ budget, criticModelId }: Partial<OptimisePlan>) => ({
  budget: budget ?? NO_BUDGET,
  critic_model_id: criticModelId || '0',
})
/** 1 better, 2 same, 3 worse. */
const gsbOf = (before: number, after: number) => (after > before ? 1 : after < before ? 3 : 2)
const evalText = ({ score, reason }: { score: number; reason: string }) =>
  [String(Math.round(score * 1000) / 1000), reason].filter(Boolean).join(': ')

function shownProof({ candidate, before, after, interval, isProven, rows }: Proof) {
  const signs = rows.map((row) => gsbOf(row.before.score, row.after.score))
  const n = (sign: number) => signs.filter((one) => one === sign).length
  return {
    accuracy: after,
    accuracy_before: before,
    ...(interval && { interval }),
    is_proven: isProven,
    how: candidate.how,
    eval_result_stat: { improve_cases_cnt: n(1), reduced_cases_cnt: n(3), constant_cases_cnt: n(2) },
    row_eval_result_group: rows.map((row, at) => ({
      input: Object.values(row.row.input).join('\n'),
      output_before: row.before.output,
      eval_before: evalText(row.before),
      output_after: row.after.output,
      eval_after: evalText(row.after),
      eval_result: { gsb_result: signs[at]! },
      variables: row.row.input,
    })),
  }
}
