import { z } from 'zod'
import { APP_PLAN_LIMITS, planFieldTypes, planName, planPageKinds, reservedFields } from './app-plan-rules.ts'

/**
 * The plan of an app before it is built: people edit it, a model may write it, and a compiler builds the app from it.
 */
const named = z.string().regex(planName, 'small letters, digits and _, beginning with a letter')
const title = z.string().trim().min(1).max(60)
const words = z.string().max(2000)

export const planField = z.strictObject({
  name: named.refine((name) => !(reservedFields as readonly string[]).includes(name), 'is a name that every table has'),
  title,
  type: z.enum(planFieldTypes),
  required: z.boolean().default(false),
  /** The options to choose from; only for the type `choice`. */
  options: z.array(z.string().trim().min(1).max(60)).max(APP_PLAN_LIMITS.options).default([]),
})
export type PlanField = z.output<typeof planField>

export const planEntity = z.strictObject({
  name: named,
  title,
  /** Whether visitors see their own rows or all rows. */
  rows: z.enum(['own', 'all']).default('own'),
  fields: z.array(planField).min(1).max(APP_PLAN_LIMITS.fields),
})
export type PlanEntity = z.output<typeof planEntity>

export const planFlow = z.strictObject({
  name: named,
  title,
  /** The instructions to the model for the inputs. */
  goal: words.min(1),
  inputs: z.array(planField).min(1).max(APP_PLAN_LIMITS.inputs),
})
export type PlanFlow = z.output<typeof planFlow>

export const planPage = z.strictObject({
  name: named,
  title,
  kind: z.enum(planPageKinds),
  /** The entity of a form, table or dashboard. */
  entity: z.union([named, z.literal('')]).default(''),
  /** The flow that the page runs. */
  flow: z.union([named, z.literal('')]).default(''),
  /** The purpose of a free page. */
  goal: words.default(''),
})
export type PlanPage = z.output<typeof planPage>

const question = z.strictObject({
  name: named,
  text: z.string().min(1).max(300),
  /** Answers to choose from; empty for free text. */
  options: z.array(z.string().min(1).max(100)).max(5).default([]),
})
export type PlanQuestion = z.output<typeof question>

export const appPlan = z
  .strictObject({
    title,
    language: z.enum(['en', 'zh']),
    entities: z.array(planEntity).max(APP_PLAN_LIMITS.entities),
    flows: z.array(planFlow).max(APP_PLAN_LIMITS.flows),
    pages: z.array(planPage).min(1).max(APP_PLAN_LIMITS.pages),
    bot: z.strictObject({ persona: words, greeting: z.string().max(300).default('') }),
    questions: z.array(question).max(APP_PLAN_LIMITS.questions).default([]),
  })
  .superRefine((plan, context) => {
    for (const { path, message, zh } of faultsOf(plan))
      context.addIssue({ code: 'custom', path, message, params: { zh } })
  })
export type AppPlan = z.output<typeof appPlan>

interface Fault {
  path: (string | number)[]
  message: string
  zh: string
}
const duplicateNames = (list: readonly { name: string }[], path: (string | number)[]): Fault[] =>
  list.flatMap(({ name }, at) =>
    list.findIndex((other) => other.name === name) < at
      ? [{ path: [...path, at, 'name'], message: `“${name}” is there twice`, zh: `「${name}」重复了` }]
      : [],
  )
const emptyChoices = (fields: readonly PlanField[], path: (string | number)[]): Fault[] =>
  fields.flatMap(({ type, options }, at) =>
    type === 'choice' && options.length === 0
      ? [{ path: [...path, at, 'options'], message: 'a choice needs at least one option', zh: '请至少填写一个选项' }]
      : [],
  )
/** Checks that the schema cannot express: duplicate names, and names that refer to nothing. */
function faultsOf({ entities, flows, pages }: Pick<AppPlan, 'entities' | 'flows' | 'pages'>): Fault[] {
  const chats = pages.filter(({ kind }) => kind === 'chat')
  return [
    ...duplicateNames(entities, ['entities']),
    ...duplicateNames(flows, ['flows']),
    ...duplicateNames(pages, ['pages']),
    ...entities.flatMap(({ fields }, at) => [
      ...duplicateNames(fields, ['entities', at, 'fields']),
      ...emptyChoices(fields, ['entities', at, 'fields']),
    ]),
    ...flows.flatMap(({ inputs }, at) => [
      ...duplicateNames(inputs, ['flows', at, 'inputs']),
      ...emptyChoices(inputs, ['flows', at, 'inputs']),
    ]),
    ...pages.flatMap(({ kind, entity: of, flow: runs }, at): Fault[] => {
      if (['form', 'table', 'dashboard'].includes(kind) && !entities.some(({ name }) => name === of))
        return [{ path: ['pages', at, 'entity'], message: `there is no entity “${of}”`, zh: `没有数据「${of}」` }]
      if (kind === 'flow' && !flows.some(({ name }) => name === runs))
        return [{ path: ['pages', at, 'flow'], message: `there is no flow “${runs}”`, zh: `没有流程「${runs}」` }]
      return []
    }),
    ...(chats.length > 1 ? [{ path: ['pages'], message: 'an app has one chat', zh: '一个应用只有一个对话页面' }] : []),
  ]
}
