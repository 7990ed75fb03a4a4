import type { InterfaceDocument, PlanEntity } from '@orrery/contract'
import { planEntity, planField, planFlow, planPage } from '@orrery/contract/shared/app-plan'
import { type AppStep, pageStep } from '@orrery/engine/app-plan'
import type { InterfaceFacts } from '@orrery/engine/interface'
import { z } from 'zod'
import type { ReadAnswer } from './ask-json.ts'

const pageId = z.string().min(1).max(40)
/** A step as returned by a model. What it refers to is looked up here, never taken from the model. */
export const givenStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('table'), entity: planEntity }),
  z.strictObject({ kind: z.literal('field'), table: z.string().max(63), field: planField }),
  z.strictObject({ kind: z.literal('flow'), flow: planFlow }),
  z.strictObject({ kind: z.literal('page'), page: planPage }),
  z.strictObject({ kind: z.literal('rename'), page: pageId, title: z.string().trim().min(1).max(60) }),
  z.strictObject({ kind: z.literal('drop'), page: pageId }),
  z.strictObject({ kind: z.literal('colour'), color: z.string().regex(/^#[0-9a-f]{6}$/i) }),
  z.strictObject({ kind: z.literal('note'), page: pageId, text: z.string().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('draw'), pages: z.array(pageId).min(1).max(5), wish: z.string().min(1).max(2000) }),
])
type GivenStep = z.output<typeof givenStep>

const typeOf = (type: string) =>
  (['integer', 'number', 'boolean', 'date'] as const).find((known) => known === type) ?? ('text' as const)
const entityOf = ({ name, fields }: InterfaceFacts['tables'][number]): PlanEntity => ({
  name,
  title: name,
  rows: 'own',
  fields: fields.map((field) => ({
    name: field.name,
    title: field.name,
    type: typeOf(field.type),
    required: field.required,
    options: [],
  })),
})
/** Completes the steps with the tables and flows they need. Reports the first step with an unknown reference. */
export function readSteps(
  given: readonly GivenStep[],
  document: InterfaceDocument,
  facts: InterfaceFacts,
): ReadAnswer<AppStep[]> {
  const entities = facts.tables.map(entityOf)
  const flows = given.flatMap((step) => (step.kind === 'flow' ? [step.flow] : []))
  const pages = new Set(Object.keys(document.pages))
  const steps: AppStep[] = []
  for (const step of given) {
    if (step.kind === 'table') {
      if (entities.some(({ name }) => name === step.entity.name))
        return { problem: `there is a table “${step.entity.name}” already` }
      entities.push(step.entity)
      steps.push(step)
    } else if (step.kind === 'field') {
      if (!facts.tables.some(({ name }) => name === step.table)) return { problem: `there is no table “${step.table}”` }
      steps.push({ ...step, field: { ...step.field, required: false } })
    } else if (step.kind === 'page') {
      const { name, kind, entity, flow } = step.page
      if (pages.has(name)) return { problem: `there is a page “${name}” already` }
      const built = pageStep(step.page, { entities, flows })
      if (['form', 'table', 'dashboard'].includes(kind) && !built.entity)
        return { problem: `there is no table “${entity}”` }
      if (kind === 'flow' && !built.flow) return { problem: `the flow “${flow}” has to be one of these steps` }
      pages.add(name)
      steps.push(built)
    } else {
      const named = step.kind === 'draw' ? step.pages : 'page' in step ? [step.page] : []
      const unknown = named.find((page) => !pages.has(page))
      if (unknown) return { problem: `there is no page “${unknown}”` }
      steps.push(step)
    }
  }
  return { value: steps }
}
