import { expect, it } from 'vitest'
import type { Plan } from './agent-app.queries.ts'
import { changed, isReady } from './edit-plan.ts'

const field = { name: 'size', title: 'Size', type: 'choice' as const, required: false, options: ['S', 'M'] }
const plan: Plan = {
  title: 'Shop',
  language: 'en',
  entities: [{ name: 'order', title: 'Orders', rows: 'own', fields: [field] }],
  flows: [{ name: 'reply', title: 'Reply', goal: 'Answer politely', inputs: [field] }],
  pages: [{ name: 'orders', title: 'Orders', kind: 'table', entity: 'order', flow: '', goal: '' }],
  bot: { persona: '', greeting: '' },
  questions: [],
}
const withFields = (change: Partial<typeof field>): Plan => ({
  ...plan,
  entities: changed(plan.entities, 'order', { fields: changed([field], 'size', change) }),
})

it('a complete plan can be built', () => expect(isReady(plan)).toBe(true))
it.each<[string, Plan]>([
  ['name of the app', { ...plan, title: ' ' }],
  ['name of a table', { ...plan, entities: changed(plan.entities, 'order', { title: '' }) }],
  ['name of a field', withFields({ title: '' })],
  ['options of a choice', withFields({ options: [] })],
  ['name of a page', { ...plan, pages: changed(plan.pages, 'orders', { title: '  ' }) }],
  ['goal of a task', { ...plan, flows: changed(plan.flows, 'reply', { goal: '' }) }],
])('a plan without the %s can be written, but not built', (_, cleared) => {
  expect(cleared).not.toEqual(plan)
  expect(isReady(cleared)).toBe(false)
})
