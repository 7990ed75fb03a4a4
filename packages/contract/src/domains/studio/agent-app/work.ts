import { z } from 'zod'
import { op } from '#kit.ts'
import { appPlan } from '#shared/app-plan.ts'
import { APP_PLAN_LIMITS, StepStatus, WorkStatus } from '#shared/app-plan-rules.ts'
import { id, name } from '#shared/fields.ts'

const s = z.string()
const message = () => name(APP_PLAN_LIMITS.description)
const onProject = (can: 'view' | 'editInfo') => ({ access: { on: 'project', id: 'project_id', can } }) as const
const workId = () => z.object({ work_id: id() })

const diff = z.object({
  act: z.enum(['add', 'change', 'remove']),
  what: z.enum(['page', 'component', 'source', 'variable', 'theme']),
  name: s,
})
const step = z.object({
  n: z.int(),
  kind: s,
  /** The only part that the step may change, such as `page:orders`. */
  scope: s,
  title: s,
  status: z.enum(StepStatus),
  /** The id of what the step created, or empty. */
  made_id: s,
  diff: z.array(diff),
  tokens: z.int(),
  repairs: z.int(),
})
const work = z.object({
  work_id: s,
  space_id: s,
  project_id: s,
  message: s,
  status: z.enum(WorkStatus),
  plan: appPlan.nullable(),
  steps: z.array(step),
  problem: s,
  tokens: z.int(),
  repairs: z.int(),
  /** Whether the work can be undone now. */
  can_undo: z.boolean(),
  created_at: s,
})
export type AgentWorkData = z.input<typeof work>

/** Apps built from descriptions, and changes of projects described in words. */
export const agentWork = {
  plan: op('POST /api/agent_app_builder/v1/work/plan', {
    summary: 'Plan an app from a description',
    summaryZh: '根据描述规划应用',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () => z.object({ space_id: id(), description: message(), language: z.enum(['en', 'zh']).optional() }),
    output: () => z.object({ work_id: s }),
  }),
  say: op('POST /api/agent_app_builder/v1/work/say', {
    summary: 'Change a project in words',
    summaryZh: '用一句话修改项目',
    ...onProject('editInfo'),
    input: () =>
      z.object({
        project_id: id(),
        message: message(),
        /** The only pages that the change may affect; empty for all. */
        page_ids: z.array(z.string().min(1).max(40)).max(10).default([]),
      }),
    output: () => z.object({ work_id: s }),
  }),
  get: op('POST /api/agent_app_builder/v1/work/get', {
    summary: 'Get the plan and the steps of a piece of work',
    summaryZh: '获取计划和步骤',
    access: 'user',
    input: workId,
    output: work,
  }),
  list: op('POST /api/agent_app_builder/v1/work/list', {
    summary: 'List what was built and changed in a project by words',
    summaryZh: '列出项目中通过对话完成的修改',
    ...onProject('view'),
    input: () => z.object({ project_id: id() }),
    output: () => z.object({ works: z.array(work) }),
  }),
  answer: op('POST /api/agent_app_builder/v1/work/answer', {
    summary: 'Answer the questions of a plan',
    summaryZh: '回答计划中的问题',
    access: 'user',
    input: () => z.object({ work_id: id(), answers: z.record(z.string().min(1).max(40), z.string().max(1000)) }),
    output: () => z.object({}),
  }),
  build: op('POST /api/agent_app_builder/v1/work/build', {
    summary: 'Build a plan, or continue what was stopped',
    summaryZh: '按计划创建应用，或继续已停止的工作',
    access: 'user',
    input: () => z.object({ work_id: id(), plan: appPlan.optional() }),
    output: () => z.object({}),
  }),
  stop: op('POST /api/agent_app_builder/v1/work/stop', {
    summary: 'Stop planning or building',
    summaryZh: '停止规划或创建',
    access: 'user',
    input: workId,
    output: () => z.object({}),
  }),
  undo: op('POST /api/agent_app_builder/v1/work/undo', {
    summary: 'Undo a change of a project',
    summaryZh: '撤销一项修改',
    access: 'user',
    input: workId,
    output: () => z.object({}),
  }),
}
