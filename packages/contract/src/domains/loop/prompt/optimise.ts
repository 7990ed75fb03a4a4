import { z } from 'zod'
import { flat, orNothing, promptMessage } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'

const root = '/api/devops/prompt_platform/v1/optimize'
const target = () =>
  z.object({
    type: orNothing(z.literal(1)),
    prompt: z.object({
      prompt_id: id(),
      prompt_version: orNothing(z.string().max(50)),
      prompt_key: orNothing(z.string().max(100)),
      prompt_name: orNothing(z.string().max(200)),
      prompt_text: orNothing(z.object({ message_list: orNothing(z.array(promptMessage()).max(200)) })),
    }),
  })
/** How candidates are measured. Every part is optional until the search is run. */
const plan = () => ({
  annotated_dataset: orNothing(z.object({ dataset_id: id() })),
  eval_strategy: orNothing(
    z.object({
      /** 1: a model compares both answers. 2: an evaluator gives scores. */
      strategy: orNothing(z.union([z.literal(0), z.literal(1), z.literal(2)])),
      evaluator_version_id: idOrNone(),
      eval_case_source: orNothing(z.object({ eval_case_id: idOrNone() })),
    }),
  ),
  /** The search ends when one of these budgets is used up. */
  budget: orNothing(
    z.object({
      calls: orNothing(z.int().min(60).max(20_000)),
      cost: orNothing(z.number().min(0).max(1_000_000)),
      minutes: orNothing(
        z
          .int()
          .min(1)
          .max(24 * 60),
      ),
    }),
  ),
  /** The model that criticises and rewrites; defaults to the model of the prompt. */
  critic_model_id: idOrNone(),
})
const ofTask = () => ({ task_id: id(), space_id: idOrNone(), base })
const ofRun = () => ({ ...ofTask(), execution_id: id() })
const onTask = (can: 'view' | 'editInfo') => ({ on: 'promptOptimiseTask', id: 'task_id', can }) as const

const shownTarget = () =>
  z.object({
    type: z.literal(1),
    prompt: z.object({
      prompt_id: z.string(),
      prompt_key: z.string(),
      prompt_name: z.string(),
      prompt_version: z.string(),
      prompt_text: z.object({ message_list: z.array(promptMessage()) }).optional(),
    }),
  })
const strategy = () => z.object({ strategy: z.number(), evaluator_version_id: z.string() })
const shownPlan = () => ({
  budget: z.object({ calls: z.number(), cost: z.number(), minutes: z.number() }),
  critic_model_id: z.string(),
})
const run = () =>
  z.object({
    id: z.string(),
    task_id: z.string(),
    space_id: z.string(),
    /** 1 waiting, 2 running, 3 cancelled, 4 failed, 5 completed. */
    status: z.number(),
    dataset: z.object({ dataset_id: z.string() }),
    optimize_target: shownTarget(),
    /** Misspelt: part of the protocol. */
    eval_startegy: strategy(),
    ...shownPlan(),
    problem: z.string(),
    cost_ms: z.string(),
    start_time_ms: z.string(),
    end_time_ms: z.string(),
    creator_id: z.string(),
    create_tsms: z.string(),
    update_tsms: z.string(),
    /** Number and cost of model calls so far. */
    calls: z.number(),
    cost: z.number(),
  })
export type OptimiseRun = z.infer<ReturnType<typeof run>>
const task = () =>
  z.object({
    id: z.string(),
    space_id: z.string(),
    display_name: z.string(),
    description: z.string(),
    target: shownTarget(),
    creator: z.string(),
    create_tsms: z.string(),
    update_tsms: z.string(),
    visible: z.boolean(),
    annotated_dataset: z.object({ dataset_id: z.string() }),
    eval_strategy: strategy(),
    ...shownPlan(),
    optimize_engine: z.literal(1),
    executions: z.array(run()),
  })
export type OptimiseTask = z.infer<ReturnType<typeof task>>
const counts = () =>
  z.object({ improve_cases_cnt: z.number(), reduced_cases_cnt: z.number(), constant_cases_cnt: z.number() })
const rowResult = () =>
  z.object({
    input: z.string(),
    output_before: z.string(),
    eval_before: z.string(),
    output_after: z.string(),
    eval_after: z.string(),
    /** 1 better, 2 the same, 3 worse. */
    eval_result: z.object({ gsb_result: z.number() }),
    variables: z.record(z.string(), z.string()),
  })
const result = () =>
  z.object({
    /** Identifies the candidate when it is adopted. */
    sequence_id: z.string(),
    execution_id: z.string(),
    optimize_result: shownTarget(),
    /** The mean score on the proof set. */
    accuracy: z.number(),
    accuracy_before: z.number(),
    /** 95 % confidence interval of the gain. */
    interval: z.object({ low: z.number(), high: z.number() }).optional(),
    /** Whether the gain is statistically significant. */
    is_proven: z.boolean(),
    /** How the candidate was found: rewrite, examples, format. */
    how: z.string(),
    eval_result_stat: counts(),
    row_eval_result_group: z.array(rowResult()),
  })
export type OptimiseResult = z.infer<ReturnType<typeof result>>

/** Searches for a better text for a prompt, and proves it on rows that the search never sees. */
export const promptOptimise = {
  create: op(`POST ${root}/task/create`, {
    summary: 'Create a task that optimises a prompt',
    summaryZh: '创建提示词优化任务',
    access: { on: 'prompt', id: 'target.prompt.prompt_id', can: 'editInfo' },
    ...flat,
    input: () =>
      z.object({
        space_id: idOrNone(),
        display_name: name(100),
        description: orNothing(text(1000)),
        target: target(),
        visible: orNothing(z.boolean()),
        ...plan(),
        base,
      }),
    output: () => z.object({ task: task() }),
  }),
  update: op(`POST ${root}/task/update`, {
    summary: 'Change a task that optimises a prompt',
    summaryZh: '修改提示词优化任务',
    access: onTask('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...ofTask(),
        name: orNothing(name(100)),
        desc: orNothing(text(1000)),
        target: orNothing(target()),
        ...plan(),
      }),
  }),
  get: op(`POST ${root}/task/get`, {
    summary: 'Get a task that optimises a prompt',
    summaryZh: '获取提示词优化任务',
    access: onTask('view'),
    ...flat,
    input: () => z.object(ofTask()),
    output: () => z.object({ task: task() }),
  }),
  list: op(`POST ${root}/task/list`, {
    summary: 'List tasks that optimise prompts, newest first',
    summaryZh: '列出提示词优化任务，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        page_size: pageSize(20, 100),
        name: orNothing(z.string().max(100)),
        /** The id of a prompt. */
        target_id: idOrNone(),
        target_version: orNothing(z.string().max(50)),
        target_type: orNothing(z.literal(1)),
        creator_id: idOrNone(),
        base,
      }),
    output: () => z.object({ tasks: z.array(task()), total: z.number() }),
  }),
  remove: op(`POST ${root}/task/delete`, {
    summary: 'Delete a task that optimises a prompt',
    summaryZh: '删除提示词优化任务',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object(ofTask()),
  }),
  exec: op(`POST ${root}/task/exec`, {
    summary: 'Run a task that optimises a prompt',
    summaryZh: '运行提示词优化任务',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object({ ...ofTask(), ...plan() }),
    output: () => z.object({ execution: run() }),
  }),
  runs: op(`POST ${root}/task/executions/list`, {
    summary: 'List runs of an optimisation, newest first',
    summaryZh: '列出优化任务的执行记录，最新在前',
    access: onTask('view'),
    ...flat,
    input: () => z.object({ ...ofTask(), page: pageNumber(), page_size: pageSize(20, 100) }),
    output: () => z.object({ executions: z.array(run()), total: z.number() }),
  }),
  run: op(`POST ${root}/task/execution/get`, {
    summary: 'Get a run of an optimisation',
    summaryZh: '获取优化任务的执行记录',
    access: onTask('view'),
    ...flat,
    input: () => z.object(ofRun()),
    output: () => z.object({ execution: run() }),
  }),
  dashboard: op(`POST ${root}/task/execution/dashboard`, {
    summary: 'Get what a run of an optimisation found, with its proof',
    summaryZh: '获取优化结果及其验证',
    access: onTask('view'),
    ...flat,
    input: () => z.object(ofRun()),
    output: () =>
      z.object({
        execution: run(),
        result: z.array(result()),
        /** none: nothing better was found. unproven: there were too few rows to prove it. */
        verdict: z.enum(['', 'better', 'none', 'unproven']),
        candidates: z.array(
          z.object({
            sequence_id: z.string(),
            parent_id: z.string(),
            how: z.string(),
            score: z.number().optional(),
          }),
        ),
      }),
  }),
  removeRun: op(`POST ${root}/task/execution/delete`, {
    summary: 'Delete a run of an optimisation',
    summaryZh: '删除优化任务的执行记录',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object(ofRun()),
  }),
  cancel: op(`POST ${root}/execution/cancel`, {
    summary: 'Cancel a run of an optimisation',
    summaryZh: '取消正在执行的优化',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object(ofRun()),
  }),
  resume: op(`POST ${root}/task/execution/resume`, {
    summary: 'Go on with a run that was cancelled or failed',
    summaryZh: '继续已取消或失败的优化',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object(ofRun()),
  }),
  adopt: op(`POST ${root}/task/execution/adopt`, {
    summary: 'Put a result into your draft of the prompt',
    summaryZh: '将优化结果写入你的草稿',
    access: onTask('editInfo'),
    ...flat,
    input: () => z.object({ ...ofRun(), sequence_id: z.string().max(50) }),
  }),
}
