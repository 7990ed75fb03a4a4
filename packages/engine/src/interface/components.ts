import { interfaceIcons } from '@orrery/contract/shared/interface-limits'
import type { InterfaceDocument, InterfaceValue, OwnComponent } from '@orrery/contract'

export type PropKind =
  | 'text'
  | 'lines'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'options'
  | 'value'
  | 'source'
  | 'columns'
  | 'chatflow'
export interface PropDescription {
  name: string
  kind: PropKind
  initial: InterfaceValue
  choices?: readonly string[]
  /** The title given by the author of a package; the editor has the titles of built-in components. */
  title?: string
  /** The kind of source it accepts. */
  takes?: 'table' | 'workflow'
}
export type ComponentGroup = 'layout' | 'show' | 'input' | 'act' | 'data' | 'own'
/** One description of a component for the palette, the form at the side, the checks and the runtime. */
export interface ComponentDescription {
  type: string
  group: ComponentGroup
  holds: boolean
  /** Whether it has a value that expressions read as `name.value`. */
  isInput: boolean
  props: readonly PropDescription[]
  events: readonly string[]
  /** The title given by the author of a package; the editor has the titles of built-in components. */
  title?: string
}

const prop = (
  name: string,
  kind: PropKind,
  initial: InterfaceValue,
  more: Partial<PropDescription> = {},
): PropDescription => ({
  name,
  kind,
  initial,
  ...more,
})
const choice = (name: string, choices: readonly string[]): PropDescription =>
  prop(name, 'choice', choices[0]!, { choices })
const label = prop('label', 'text', '')
const gap = prop('gap', 'number', 12)
const tone = choice('tone', ['normal', 'good', 'warning', 'bad'])
const field = [label, prop('required', 'boolean', false), prop('help', 'text', '')]

function describe(
  type: string,
  group: ComponentGroup,
  props: readonly PropDescription[],
  more: Partial<Pick<ComponentDescription, 'holds' | 'events'>> = {},
): ComponentDescription {
  return { type, group, holds: false, isInput: group === 'input' && type !== 'form', events: [], ...more, props }
}
const input = (type: string, props: readonly PropDescription[]) =>
  describe(type, 'input', [...field, ...props], { events: ['change'] })

export const components: readonly ComponentDescription[] = [
  describe('stack', 'layout', [gap], { holds: true }),
  describe('row', 'layout', [gap, choice('align', ['start', 'center', 'end', 'spread'])], { holds: true }),
  describe('grid', 'layout', [gap, prop('columns', 'number', 2)], { holds: true }),
  describe('card', 'layout', [prop('title', 'text', ''), gap], { holds: true }),
  describe('repeat', 'layout', [prop('items', 'value', ''), gap, prop('empty', 'text', '')], { holds: true }),
  describe('tabs', 'layout', [prop('labels', 'options', [])], { holds: true }),
  describe('collapse', 'layout', [prop('title', 'text', ''), prop('open', 'boolean', false), gap], { holds: true }),
  describe('dialog', 'layout', [label, prop('title', 'text', ''), gap], { holds: true, events: ['open', 'close'] }),
  describe('drawer', 'layout', [label, prop('title', 'text', ''), gap], { holds: true, events: ['open', 'close'] }),
  describe('divider', 'layout', []),
  describe('heading', 'show', [prop('text', 'text', ''), choice('level', ['1', '2', '3'])]),
  describe('text', 'show', [prop('text', 'lines', ''), tone]),
  describe('markdown', 'show', [prop('text', 'lines', '')]),
  describe('image', 'show', [prop('src', 'text', ''), prop('alt', 'text', ''), prop('height', 'number', 0)]),
  describe('link', 'show', [prop('text', 'text', ''), prop('url', 'text', '')], { events: ['click'] }),
  describe('tag', 'show', [prop('text', 'text', ''), tone]),
  describe('figure', 'show', [label, prop('value', 'value', ''), prop('unit', 'text', '')]),
  describe('progress', 'show', [label, prop('value', 'value', 50), prop('max', 'number', 100)]),
  describe('json', 'show', [prop('value', 'value', '')]),
  describe('code', 'show', [prop('text', 'lines', '')]),
  describe('callout', 'show', [prop('text', 'lines', ''), tone]),
  describe('audio', 'show', [prop('src', 'text', ''), label]),
  describe('video', 'show', [prop('src', 'text', ''), label]),
  describe('icon', 'show', [choice('icon', interfaceIcons), label, prop('size', 'number', 20), tone]),
  describe('empty', 'show', [prop('title', 'text', ''), prop('text', 'lines', '')]),
  describe('form', 'input', [gap], { holds: true, events: ['submit'] }),
  input('input', [prop('placeholder', 'text', ''), prop('initial', 'value', '')]),
  input('textarea', [prop('placeholder', 'text', ''), prop('initial', 'value', ''), prop('rows', 'number', 4)]),
  input('number', [prop('initial', 'value', ''), prop('min', 'value', ''), prop('max', 'value', '')]),
  input('select', [prop('options', 'options', []), prop('initial', 'value', '')]),
  input('radio', [prop('options', 'options', []), prop('initial', 'value', '')]),
  input('multiselect', [prop('options', 'options', []), prop('initial', 'value', '')]),
  input('slider', [prop('initial', 'value', 50), prop('min', 'value', 0), prop('max', 'value', 100)]),
  input('rating', [prop('initial', 'value', 0), prop('max', 'value', 5)]),
  input('file', [prop('accept', 'text', '')]),
  input('checkbox', [prop('initial', 'boolean', false)]),
  input('switch', [prop('initial', 'boolean', false)]),
  input('date', [prop('initial', 'value', '')]),
  describe('button', 'act', [label, choice('look', ['solid', 'plain']), prop('submits', 'boolean', false)], {
    events: ['click'],
  }),
  describe('menu', 'act', [label, prop('options', 'options', [])], { events: ['choose'] }),
  describe(
    'table',
    'data',
    [
      prop('source', 'source', '', { takes: 'table' }),
      prop('columns', 'columns', []),
      /** Titles of the columns; a column without one shows the name of its field. */
      prop('titles', 'options', []),
      prop('empty', 'text', ''),
      prop('edits', 'boolean', false),
      prop('deletes', 'boolean', false),
    ],
    { events: ['rowClick'] },
  ),
  describe('list', 'data', [prop('items', 'value', ''), prop('field', 'text', ''), prop('empty', 'text', '')]),
  describe('chart', 'data', [
    label,
    prop('items', 'value', ''),
    prop('nameField', 'text', 'name'),
    prop('valueField', 'text', 'value'),
    prop('empty', 'text', ''),
  ]),
  describe('suggestions', 'data', [prop('options', 'options', [])], { events: ['choose'] }),
  describe('answer', 'data', [
    prop('source', 'source', '', { takes: 'workflow' }),
    prop('field', 'text', ''),
    prop('empty', 'text', ''),
  ]),
  describe('chat', 'data', [
    prop('target', 'chatflow', ''),
    prop('height', 'number', 480),
    /** Whether the bot may open pages, fill in fields and filter tables. */
    prop('acts', 'boolean', false),
  ]),
]
const byType = new Map(components.map((component) => [component.type, component]))
export const componentOf = (type: string): ComponentDescription | undefined => byType.get(type)

/** Describes a component of a package. It has a value if it has a `change` event. */
const ownOf = (packName: string, { name, title, props, events }: OwnComponent): ComponentDescription => ({
  type: `${packName}/${name}`,
  group: 'own',
  holds: false,
  isInput: events.includes('change'),
  props: props.map(({ title: propTitle, choices, ...rest }) => ({
    ...rest,
    ...(propTitle !== undefined && { title: propTitle }),
    ...(choices && { choices }),
  })),
  events,
  title,
})
export const ownComponentsOf = ({ packages = {} }: InterfaceDocument): ComponentDescription[] =>
  Object.entries(packages).flatMap(([name, { components: list }]) => list.map((one) => ownOf(name, one)))

/** Describes a component of a document, including those of imported packages. */
export function componentIn(document: InterfaceDocument, type: string): ComponentDescription | undefined {
  const [packName = '', name] = type.split('/')
  if (name === undefined) return componentOf(type)
  const { packages = {} } = document
  const found = Object.hasOwn(packages, packName)
    ? packages[packName]?.components.find((one) => one.name === name)
    : undefined
  return found && ownOf(packName, found)
}
