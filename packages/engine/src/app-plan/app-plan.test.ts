import type { AppPlan, InterfaceDocument, PlanField } from '@orrery/contract'
import { appPlan } from '@orrery/contract/shared/app-plan'
import { describe, expect, test } from 'vitest'
import { applyEdits, inverseOf } from '#interface/edit.ts'
import { fill } from '#interface/expression/template.ts'
import type { InterfaceFacts } from '#interface/facts.ts'
import { manifestOf } from '#interface/manifest.ts'
import { interfaceProblems } from '#interface/problems.ts'
import { emptyDocument, nodesOf, pagesOf } from '#interface/tree.ts'
import { dropEdits, fieldEdits, noteEdits, renameEdits } from './change-edits.ts'
import { stepsFromWords } from './change-words.ts'
import { descriptions } from './descriptions.ts'
import { drawPage, type DrawnFrom } from './draw-page.ts'
import { type AppStep, stepsOfPlan } from './plan-steps.ts'
import { planFromWords } from './read-description.ts'
import { outsideOf } from './scope.ts'

const factType: Record<PlanField['type'], string> = {
  text: 'text',
  longText: 'text',
  choice: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
}
/** Applies the steps of a plan as the server does: tables and flows become facts that later steps use. */
function built(steps: AppStep[], start = emptyDocument('App'), known: InterfaceFacts = { workflows: [], tables: [] }) {
  const facts: InterfaceFacts = { workflows: [...known.workflows], tables: [...known.tables] }
  let document = start
  let next = 1000
  const from = (): DrawnFrom => ({
    language: 'en',
    tables: new Map(facts.tables.map(({ name, id }) => [name, id])),
    flows: new Map(facts.workflows.map(({ name, id }) => [name, id])),
    chat: facts.workflows.find(({ isChat }) => isChat)?.id ?? '',
  })
  for (const step of steps) {
    const id = String((next += 1))
    if (step.kind === 'table')
      facts.tables.push({
        id,
        name: step.entity.name,
        fields: step.entity.fields.map(({ name, type, required }) => ({ name, type: factType[type], required })),
      })
    else if (step.kind === 'flow')
      facts.workflows.push({
        id,
        name: step.flow.name,
        isChat: false,
        inputs: step.flow.inputs.map(({ name, required }) => ({ name, type: 'string', required, description: '' })),
      })
    else if (step.kind === 'chat') facts.workflows.push({ id, name: 'chat', isChat: true, inputs: [] })
    else if (step.kind === 'page')
      document = applyEdits(
        document,
        drawPage(document, step.page, { ...from(), entity: step.entity, flow: step.flow }),
      )
  }
  return { document, facts }
}
const faults = (document: InterfaceDocument, facts: InterfaceFacts) => interfaceProblems(document, facts)

describe('plans from descriptions', () => {
  test.each(descriptions)('$words', ({ words, tables, kinds, field }) => {
    const plan = planFromWords(words)
    expect(appPlan.safeParse(plan).error?.issues).toBeUndefined()
    expect(plan.questions.length).toBeLessThanOrEqual(3)
    expect(plan.entities.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
    expect(plan.pages.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
    if (field) expect(plan.entities[0]!.fields.map(({ name }) => name)).toContain(field)
    const { document, facts } = built(stepsOfPlan(plan, false))
    expect(faults(document, facts)).toEqual([])
    expect(pagesOf(document).map(({ title }) => title)).toEqual(plan.pages.map(({ title }) => title))
  })
  test('there are forty of them, many in Chinese, and the titles of their plans describe the app', () => {
    expect(descriptions).toHaveLength(40)
    expect(descriptions.filter(({ words }) => planFromWords(words).language === 'zh').length).toBeGreaterThan(15)
    expect(planFromWords('Build me an app to track my expenses with amount').title).toBe('Track my expenses')
    expect(planFromWords('帮我做一个记账应用，包含金额和日期').title).toBe('记账')
  })
  test('whatever a person types, the plan fits the schema', () => {
    for (const words of [
      '',
      '   ',
      '?',
      '{{x}}',
      'a'.repeat(4000),
      '的',
      'with with with',
      'track id, uuid and id',
      '😀',
    ])
      expect(appPlan.safeParse(planFromWords(words)).error?.issues, words).toBeUndefined()
  })
  test('an answered question is not asked again, and its answer shapes the plan', () => {
    const words = 'Manage our orders'
    expect(planFromWords(words).questions.map(({ name }) => name)).toEqual(['fields', 'rows', 'chat'])
    const plan = planFromWords(words, { fields: 'item, weight', rows: 'Everyone sees all of them', chat: 'No' })
    expect(plan.questions).toEqual([])
    expect(plan.entities).toMatchObject([
      { name: 'orders', rows: 'all', fields: [{ name: 'item' }, { name: 'weight' }] },
    ])
    expect(plan.pages.some(({ kind }) => kind === 'chat')).toBe(false)
  })
})

describe('what pages of a plan do', () => {
  const plan: AppPlan = planFromWords(
    'Orders with customer, price, paid, due date and status (new, "sent", {odd}). A dashboard too',
  )
  const { document, facts } = built(stepsOfPlan(plan, false))
  const table = facts.tables[0]!.id
  test('a form adds rows, a table changes and deletes them, and the manifest permits nothing else', () => {
    const { tables, writes, chat } = manifestOf(document)
    expect(tables).toEqual([table])
    expect(writes).toEqual({ insert: ['orders'], update: ['orders'], remove: ['orders'] })
    expect(chat).toBe(facts.workflows.find(({ isChat }) => isChat)!.id)
  })
  test('a dashboard counts rows and adds up their numbers', () => {
    const data = [
      { price: 2.5, paid: true, status: 'new' },
      { price: '4', paid: false, status: '"sent"' },
    ]
    const scope = { orders_all: { data, hasMore: false } }
    const figures = nodesOf(document).flatMap(({ type, props }) =>
      type === 'figure' ? [fill(props['value'], scope)] : [],
    )
    expect(figures).toEqual(['2', '6.5', '1'])
    const bars = nodesOf(document).flatMap(({ type, props }) =>
      type === 'progress' ? [fill(props['value'], scope)] : [],
    )
    expect(bars).toEqual([50, 50, 0])
    const many = { orders_all: { data, hasMore: true } }
    const first = nodesOf(document).find(({ type }) => type === 'figure')!
    expect(fill(first.props['value'], many)).toBe('2+')
  })
  test('an empty number field is stored as null', () => {
    const form = nodesOf(document).find(
      ({ type, events }) => type === 'form' && events['submit']![0]!.type === 'insert',
    )!
    const [insert] = form.events['submit']!
    const values = insert!.type === 'insert' ? insert!.values : {}
    const typed = (value: unknown) => ({ orders_price: { value }, orders_customer: { value: 'Ada' } })
    expect(fill(values['price'], typed(''))).toBeNull()
    expect(fill(values['price'], typed(3))).toBe(3)
    expect(fill(values['customer'], typed(''))).toBe('Ada')
  })
})

describe('changes described in words', () => {
  const start = built(stepsOfPlan(planFromWords('Orders with customer, price and status'), false))
  const steps = (words: string, of = start) => stepsFromWords(of.document, of.facts, words)
  test.each([
    ['Rename the page Orders to Sales', { kind: 'rename', page: 'list_orders', title: 'Sales' }],
    ['把「Orders」改名为「销售」', { kind: 'rename', page: 'list_orders', title: '销售' }],
    ['Make the colour green', { kind: 'colour', color: '#188038' }],
    ['主题色改成蓝色', { kind: 'colour', color: '#1a63d8' }],
    ['Remove the page Overview: Orders', { kind: 'drop', page: 'overview_orders' }],
    ['删除 Assistant 页面', { kind: 'drop', page: 'chat' }],
    ['Add a field delivery date to orders', { kind: 'field', table: 'orders', field: { type: 'date' } }],
    ['给订单加一个字段 备注', { kind: 'field', table: 'orders', field: { name: 'notes', type: 'longText' } }],
    [
      'Add the text "Open from 9 to 5" to the page Orders',
      { kind: 'note', page: 'list_orders', text: 'Open from 9 to 5' },
    ],
  ])('%s', (words, step) => {
    expect(steps(words)).toMatchObject([step])
  })
  test('pages are added over existing tables and over new ones', () => {
    expect(steps('Add another form for orders').map(({ kind }) => kind)).toEqual(['page'])
    const more = steps('Add customers with name, company and phone')
    expect(more.map(({ kind }) => kind)).toEqual(['table', 'page', 'page', 'page'])
    const { document, facts } = built(more, start.document, start.facts)
    expect(faults(document, facts)).toEqual([])
    expect(steps('Add a chat')).toEqual([])
    expect(steps('Sing a song')).toEqual([])
  })
  test('each change leaves a working app and can be undone', () => {
    const { document, facts } = start
    const extra = { name: 'notes', title: 'Notes', type: 'longText' as const, required: false, options: [] }
    const changes = [
      renameEdits(document, 'list_orders', 'Sales'),
      dropEdits(document, 'chat'),
      noteEdits(document, 'list_orders', 'Hello'),
      fieldEdits(document, facts.tables[0]!.id, extra),
    ]
    for (const edits of changes) {
      expect(edits.length).toBeGreaterThan(0)
      const after = applyEdits(document, edits)
      expect(faults(after, facts)).toEqual([])
      expect(applyEdits(after, inverseOf(document, edits))).toEqual(document)
    }
    const renamed = applyEdits(document, changes[0]!)
    const links = nodesOf(renamed).filter(({ type, props }) => type === 'link' && props['text'] === 'Sales')
    expect(links).toHaveLength(pagesOf(renamed).length)
  })
  test('an edit outside its scope is found', () => {
    const { document } = start
    const scope = { pages: ['list_orders'] }
    const other = nodesOf(document, 'chat')[0]!
    const own = nodesOf(document, 'list_orders')[0]!
    expect(outsideOf(document, [{ path: ['nodes', own.id, 'props', 'gap'], value: 3 }], scope)).toBeUndefined()
    const beyond = [
      { path: ['nodes', other.id, 'props', 'gap'], value: 3 },
      { path: ['nodes', own.id, 'page'], value: 'chat' },
      { path: ['nodes', 'new-one'], value: { ...own, page: 'chat' } },
      { path: ['pages', 'chat', 'title'], value: 'x' },
      { path: ['theme', 'color'], value: '#000000' },
      { path: ['entry'], value: 'chat' },
      { path: ['sources', 'orders'], remove: true as const },
    ]
    for (const edit of beyond) expect(outsideOf(document, [edit], scope)).toBe(edit)
  })
})
