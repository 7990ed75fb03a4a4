import type {
  InterfaceDocument,
  InterfaceEdit,
  InterfaceValue,
  PlanEntity,
  PlanField,
  PlanFlow,
  PlanPage,
} from '@orrery/contract'
import { set } from '#interface/edit.ts'
import { removePage } from '#interface/change.ts'
import { between } from '#interface/order.ts'
import { nodesOf, pagesOf } from '#interface/tree.ts'
import type { PlanLanguage } from './field-words.ts'
import { type PageBuilder, pageBuilder } from './page-builder.ts'
import { planWords } from './plan-words.ts'

/** What a page of a plan is drawn from: the parts of the app that already exist. */
export interface DrawnFrom {
  language: PlanLanguage
  /** Ids of tables by the name of their entity. */
  tables: ReadonlyMap<string, string>
  flows: ReadonlyMap<string, string>
  /** The chatflow of the app. */
  chat: string
  entity?: PlanEntity | undefined
  flow?: PlanFlow | undefined
}
const PAGE = 20
const ALL = 100
const controls: Readonly<Record<PlanField['type'], string>> = {
  text: 'input',
  longText: 'textarea',
  integer: 'number',
  number: 'number',
  boolean: 'switch',
  date: 'date',
  choice: 'select',
}
export const isNavigation = (node: { type: string; name: string; parent: string }) =>
  node.type === 'row' && node.parent === '' && /^nav\d*$/.test(node.name)

/** Adds one control to a form and returns the expression of its value. */
export function addControl(work: PageBuilder, form: string, prefix: string, field: PlanField, onPage?: string): string {
  const props: Record<string, InterfaceValue> = { label: field.title, required: field.required }
  if (field.type === 'choice') {
    props['options'] = field.options
    if (field.required) props['initial'] = field.options[0] ?? ''
  }
  const { name } = work.add(form, { type: controls[field.type], name: `${prefix}_${field.name}`, props }, onPage)
  const isBare = ['text', 'longText', 'boolean', 'choice'].includes(field.type)
  // An empty number or date is null, not an empty text.
  return isBare ? `{{${name}.value}}` : `{{isEmpty(${name}.value) ? null : ${name}.value}}`
}

function drawForm(work: PageBuilder, entity: PlanEntity, from: DrawnFrom) {
  const words = planWords[from.language]
  const source = work.rows(from.tables.get(entity.name) ?? '', entity.name, PAGE)
  const card = work.add('', { type: 'card' })
  const form = work.add(card.id, { type: 'form' })
  const values = Object.fromEntries(
    entity.fields.map((field) => [field.name, addControl(work, form.id, entity.name, field)]),
  )
  work.add(form.id, { type: 'button', props: { label: words.send, submits: true } })
  work.push(
    set(
      [
        { type: 'insert', source, values },
        { type: 'toast', text: words.saved },
      ],
      'nodes',
      form.id,
      'events',
      'submit',
    ),
  )
}
function drawTable(work: PageBuilder, entity: PlanEntity, from: DrawnFrom) {
  const words = planWords[from.language]
  const table = from.tables.get(entity.name) ?? ''
  const source = work.rows(table, entity.name, PAGE)
  const form = work.add('', { type: 'form', events: { submit: [{ type: 'run', source }] } })
  const row = work.add(form.id, { type: 'row' })
  const search = work.add(row.id, { type: 'input', name: `${entity.name}_search`, props: { label: words.search } })
  work.add(row.id, { type: 'button', props: { label: words.search, submits: true, look: 'plain' } })
  const found = work.now().sources[source]!
  work.push(set({ ...found, search: `{{${search.name}.value}}` }, 'sources', source))
  const chosen = work.variable(`${entity.name}_row`)
  work.add('', {
    type: 'table',
    props: {
      source,
      columns: entity.fields.map(({ name }) => name),
      titles: entity.fields.map(({ title }) => title),
      empty: words.none,
      edits: true,
      deletes: true,
    },
    events: { rowClick: [{ type: 'set', name: chosen, value: '{{event.row}}' }] },
  })
  const card = work.add('', { type: 'card', props: { title: words.details } })
  work.push(set(`var.${chosen}`, 'nodes', card.id, 'visible'))
  for (const { name, title } of entity.fields)
    work.add(card.id, { type: 'text', props: { text: `${title}: {{var.${chosen}.${name}}}` } })
  work.add(card.id, {
    type: 'button',
    props: { label: words.close, look: 'plain' },
    events: { click: [{ type: 'set', name: chosen, value: '' }] },
  })
}
function drawDashboard(work: PageBuilder, page: string, entity: PlanEntity, from: DrawnFrom) {
  const words = planWords[from.language]
  const all = work.rows(from.tables.get(entity.name) ?? '', `${entity.name}_all`, ALL)
  work.push(set([{ type: 'run', source: all }], 'pages', page, 'load'))
  const grid = work.add('', { type: 'grid', props: { columns: 3 } })
  const figure = (label: string, value: string) => work.add(grid.id, { type: 'figure', props: { label, value } })
  const more = `{{${all}.hasMore ? "+" : ""}}`
  figure(words.count, `{{length(${all}.data)}}${more}`)
  for (const { name, title, type } of entity.fields) {
    if (type === 'integer' || type === 'number')
      figure(words.sum(title), `{{round(sum(map(${all}.data, r => number(r.${name}))), 2)}}${more}`)
    if (type === 'boolean') figure(words.isTrue(title), `{{length(filter(${all}.data, r => r.${name}))}}${more}`)
  }
  for (const field of entity.fields.filter(({ type }) => type === 'choice')) {
    const card = work.add('', { type: 'card', props: { title: field.title } })
    for (const option of field.options) {
      const count = `length(filter(${all}.data, r => r.${field.name} == ${JSON.stringify(option)}))`
      work.add(card.id, {
        type: 'progress',
        props: {
          label: `${option.replaceAll(/[{}]/g, '')}: {{${count}}}`,
          value: `{{100 * ${count} / max(1, length(${all}.data))}}`,
        },
      })
    }
  }
}
function drawFlow(work: PageBuilder, flow: PlanFlow, from: DrawnFrom) {
  const words = planWords[from.language]
  const card = work.add('', { type: 'card' })
  const form = work.add(card.id, { type: 'form' })
  const inputs = Object.fromEntries(
    flow.inputs.map((input) => [input.name, addControl(work, form.id, flow.name, input)]),
  )
  work.add(form.id, { type: 'button', props: { label: words.run, submits: true } })
  const target = from.flows.get(flow.name) ?? ''
  const source = work.source({ kind: 'workflow', target, inputs, auto: false }, flow.name)
  work.push(set([{ type: 'run', source }], 'nodes', form.id, 'events', 'submit'))
  work.add('', { type: 'answer', props: { source, empty: words.answerHere } })
}

/** Links this page to every page, and every other page that has a navigation row to this one. */
function drawNavigation(work: PageBuilder, page: string, title: string) {
  const others = pagesOf(work.now()).filter(({ id }) => id !== page)
  const link = (parent: string, to: string, text: string, onPage: string) =>
    work.add(parent, { type: 'link', props: { text }, events: { click: [{ type: 'go', page: to }] } }, onPage)
  for (const other of others) {
    const bar = nodesOf(work.now(), other.id).find(isNavigation)
    if (bar) link(bar.id, page, title, other.id)
  }
  const own = work.add('', { type: 'row', name: 'nav', props: { gap: 16 } })
  for (const other of others) link(own.id, other.id, other.title, page)
  link(own.id, page, title, page)
}

/** The edits that add a page of a plan to an interface. An untouched first page is replaced. */
export function drawPage(document: InterfaceDocument, page: PlanPage, from: DrawnFrom): InterfaceEdit[] {
  const work = pageBuilder(document, page.name)
  const blank = pagesOf(document).find(
    ({ id, load }) => id === document.entry && load.length === 0 && nodesOf(document, id).length === 0,
  )
  if (blank) work.push(...removePage(document, blank.id))
  const order = between(pagesOf(work.now()).at(-1)?.order ?? '', '')
  work.push(set({ title: page.title, order, load: [] }, 'pages', page.name))
  if (!work.now().pages[work.now().entry]) work.push(set(page.name, 'entry'))
  drawNavigation(work, page.name, page.title)
  work.add('', { type: 'heading', props: { text: page.title, level: '1' } })
  if (page.kind === 'form' && from.entity) drawForm(work, from.entity, from)
  else if (page.kind === 'table' && from.entity) drawTable(work, from.entity, from)
  else if (page.kind === 'dashboard' && from.entity) drawDashboard(work, page.name, from.entity, from)
  else if (page.kind === 'flow' && from.flow) drawFlow(work, from.flow, from)
  else if (page.kind === 'chat') work.add('', { type: 'chat', props: { target: from.chat, height: 560, acts: true } })
  else if (page.goal) work.add('', { type: 'text', props: { text: page.goal } })
  return work.edits
}
