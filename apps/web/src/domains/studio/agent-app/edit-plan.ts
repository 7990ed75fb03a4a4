import { APP_PLAN_LIMITS, planName } from '@orrery/contract/shared/app-plan-rules'
import type { Plan } from './agent-app.queries.ts'

export type PlanEntity = Plan['entities'][number]
export type PlanField = PlanEntity['fields'][number]

/** A name for a new field, derived from its title if possible, with a number if the name is taken. */
function freeName(title: string, taken: readonly string[]): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 24)
  const base = planName.test(plain) ? plain : 'field'
  if (!taken.includes(base)) return base
  for (let n = 2; ; n += 1) if (!taken.includes(`${base}_${n}`)) return `${base}_${n}`
}
export function withField(entity: PlanEntity, title: string): PlanEntity {
  const name = freeName(
    title,
    entity.fields.map((field) => field.name),
  )
  const field: PlanField = { name, title, type: 'text', required: false, options: [] }
  return { ...entity, fields: [...entity.fields, field] }
}
export const hasRoom = (entity: PlanEntity) => entity.fields.length < APP_PLAN_LIMITS.fields

/** Removes an entity and the pages that show it. */
export const withoutEntity = (plan: Plan, name: string): Plan => ({
  ...plan,
  entities: plan.entities.filter((entity) => entity.name !== name),
  pages: plan.pages.filter((page) => page.entity !== name),
})
/** Changes the entry with this name. */
export const changed = <T extends { name: string }>(list: T[], name: string, change: Partial<T>): T[] =>
  list.map((one) => (one.name === name ? { ...one, ...change } : one))
export const optionsFrom = (text: string): string[] =>
  [...new Set(text.split(/[,，、]/).map((option) => option.trim()))].filter(Boolean).slice(0, APP_PLAN_LIMITS.options)

export const isBlank = (text: string): boolean => text.trim() === ''
export const lacksOptions = ({ type, options }: PlanField): boolean => type === 'choice' && options.length === 0

/** Whether the server would accept the plan; the form shows what is missing. */
export const isReady = (plan: Plan): boolean =>
  !isBlank(plan.title) &&
  plan.pages.length > 0 &&
  plan.pages.every(({ title }) => !isBlank(title)) &&
  plan.flows.every(({ goal }) => !isBlank(goal)) &&
  plan.entities.every(
    ({ title, fields }) =>
      !isBlank(title) && fields.length > 0 && fields.every((field) => !isBlank(field.title) && !lacksOptions(field)),
  )
