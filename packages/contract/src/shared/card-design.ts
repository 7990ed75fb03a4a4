import { z } from 'zod'
import { id } from './fields.ts'

/**
 * The design of a card: elements from top to bottom, and variables that are filled from an answer. Texts refer to
 * variables as `{{title}}`; inside a list or slides, `{{item.title}}` refers to the item.
 */
export const CARD_LIMITS = {
  elements: 200,
  variables: 50,
  bytes: 100_000,
  text: 4000,
  buttons: 10,
  samples: 20,
} as const

const label = z.string().max(200)
const text = z.string().max(CARD_LIMITS.text)
const elementId = z.string().regex(/^\w{1,40}$/, 'must be 1 to 40 letters, digits or _')
const variableName = z.string().regex(/^[A-Za-z_]\w{0,59}$/, 'must begin with a letter, then letters, digits or _')
const tone = z.enum(['normal', 'muted', 'good', 'warn', 'bad'])

const action = z.discriminatedUnion('type', [
  /** Sends the text to the conversation as if the person had typed it. */
  z.strictObject({ type: z.literal('say'), text }),
  z.strictObject({ type: z.literal('open'), url: text }),
  /** Sends the inputs of the card to the conversation; `text` may refer to them as `{{input.name}}`. */
  z.strictObject({ type: z.literal('submit'), text }),
  /** Runs a workflow of the space; `outputs` maps its outputs to variables. */
  z.strictObject({
    type: z.literal('run'),
    workflow_id: id(),
    inputs: z.record(variableName, text),
    outputs: z.record(variableName, z.string().max(60)),
  }),
  /** Sets variables and redraws the card. */
  z.strictObject({ type: z.literal('change'), set: z.record(variableName, text) }),
])
const button = z.strictObject({
  id: elementId,
  label,
  look: z.enum(['main', 'plain', 'danger']),
  /** False: only the first click counts. */
  repeatable: z.boolean(),
  action,
})

const leaf = [
  z.strictObject({ id: elementId, type: z.literal('header'), title: text, subtitle: text }),
  z.strictObject({ id: elementId, type: z.literal('text'), text, tone }),
  z.strictObject({ id: elementId, type: z.literal('markdown'), text }),
  z.strictObject({ id: elementId, type: z.literal('picture'), src: text, alt: label }),
  z.strictObject({
    id: elementId,
    type: z.literal('facts'),
    rows: z.array(z.strictObject({ label, value: text })).max(20),
  }),
  z.strictObject({
    id: elementId,
    type: z.literal('table'),
    items: z.string().max(60),
    columns: z.array(z.strictObject({ title: label, value: text })).max(8),
  }),
  z.strictObject({ id: elementId, type: z.literal('chart'), items: z.string().max(60), label: text, value: text }),
  z.strictObject({ id: elementId, type: z.literal('divider') }),
  z.strictObject({ id: elementId, type: z.literal('tag'), text: label, tone }),
  z.strictObject({ id: elementId, type: z.literal('progress'), label, value: label, max: label }),
  z.strictObject({ id: elementId, type: z.literal('buttons'), buttons: z.array(button).max(CARD_LIMITS.buttons) }),
  z.strictObject({ id: elementId, type: z.literal('footer'), text }),
] as const
/** Input elements. Not allowed inside lists, where their names would be repeated. */
const inputs = [
  z.strictObject({
    id: elementId,
    type: z.literal('input'),
    name: variableName,
    label,
    placeholder: label,
    lines: z.int().min(1).max(10),
    required: z.boolean(),
  }),
  z.strictObject({
    id: elementId,
    type: z.literal('select'),
    name: variableName,
    label,
    options: z.array(label).max(50),
    required: z.boolean(),
  }),
  z.strictObject({ id: elementId, type: z.literal('date'), name: variableName, label, required: z.boolean() }),
  z.strictObject({
    id: elementId,
    type: z.literal('rating'),
    name: variableName,
    label,
    max: z.int().min(2).max(10),
    required: z.boolean(),
  }),
] as const
const inner = z.discriminatedUnion('type', [...leaf])
const inColumn = z.discriminatedUnion('type', [...leaf, ...inputs])
const element = z.discriminatedUnion('type', [
  ...leaf,
  ...inputs,
  z.strictObject({
    id: elementId,
    type: z.literal('columns'),
    columns: z
      .array(z.strictObject({ elements: z.array(inColumn).max(20) }))
      .min(2)
      .max(4),
  }),
  z.strictObject({
    id: elementId,
    type: z.literal('list'),
    items: z.string().max(60),
    elements: z.array(inner).max(20),
  }),
  z.strictObject({
    id: elementId,
    type: z.literal('slides'),
    items: z.string().max(60),
    elements: z.array(inner).max(20),
  }),
])

const plainType = z.enum(['text', 'number', 'boolean', 'image', 'link'])
const fieldOfItem = z.strictObject({ name: variableName, type: plainType, title: label })
const variable = z.strictObject({
  name: variableName,
  type: z.enum(['text', 'number', 'boolean', 'image', 'link', 'list']),
  title: label,
  /** The sample that the editor shows; for a list, a list of objects. */
  sample: z.union([
    text,
    z.number(),
    z.boolean(),
    z.array(z.record(z.string(), z.union([text, z.number(), z.boolean()]))).max(CARD_LIMITS.samples),
  ]),
  /** Used if the answer has no value. Lists have no default. */
  default: text,
  /** Only for a list: the fields of its items. */
  fields: z.array(fieldOfItem).max(30),
})

export const cardDesign = z
  .strictObject({
    format: z.literal('card/1'),
    elements: z.array(element).max(CARD_LIMITS.elements),
    variables: z.array(variable).max(CARD_LIMITS.variables),
  })
  .refine(
    (design) => JSON.stringify(design).length <= CARD_LIMITS.bytes,
    `at most ${CARD_LIMITS.bytes} characters in all`,
  )
  .refine(
    (design) => new Set(idsIn(design.elements)).size === idsIn(design.elements).length,
    'ids of elements and buttons stand once',
  )
  .refine(
    ({ variables }) => new Set(variables.map(({ name }) => name)).size === variables.length,
    'names of variables stand once',
  )

export type CardDesign = z.output<typeof cardDesign>
export type CardElement = z.output<typeof element>
export type CardVariable = CardDesign['variables'][number]
export type CardLeaf = z.output<typeof inColumn>
export type CardButton = z.output<typeof button>
export type CardAction = CardButton['action']
export type CardTone = z.output<typeof tone>

function idsIn(elements: readonly (z.output<typeof element> | z.output<typeof inColumn>)[]): string[] {
  return elements.flatMap((item) => [
    item.id,
    ...(item.type === 'columns' ? item.columns.flatMap((column) => idsIn(column.elements)) : []),
    ...(item.type === 'list' || item.type === 'slides' ? idsIn(item.elements) : []),
    ...(item.type === 'buttons' ? item.buttons.map((one) => one.id) : []),
  ])
}
