import { FieldType, type PlanField, type PlanFlow } from '@orrery/contract'
import { planWords, type PlanLanguage } from '@orrery/engine/app-plan'
import { NodeType } from '@orrery/engine/node-type'
import {
  answerNode,
  edge,
  END,
  llmNode,
  type NodeRequest,
  param,
  ref,
  START,
  startNode,
  writeCanvas,
} from '#templates/canvas-build.ts'

/** A table whose rows the assistant gets. */
export interface KnownTable {
  id: string
  title: string
  fields: { id: number; name: string; type: number }[]
}
const inputType = { integer: 'integer', number: 'float', boolean: 'boolean' } as const
const typeOf = ({ type }: PlanField) => inputType[type as keyof typeof inputType] ?? 'string'
const ROWS = 50
const columnTypes: Readonly<Record<number, 'integer' | 'float' | 'boolean'>> = {
  [FieldType.number]: 'integer',
  [FieldType.float]: 'float',
  [FieldType.boolean]: 'boolean',
}
const columnsOf = ({ fields }: KnownTable) => ({
  type: 'object',
  schema: fields.map(({ name, type }) => ({ name, type: columnTypes[type] ?? 'string' })),
})

/** The canvas of a workflow in which a model pursues the goal of the flow with the inputs of the form. */
export function flowCanvas(flow: PlanFlow, model: string): string {
  const inputs = flow.inputs.map((input) => ({
    name: input.name,
    type: typeOf(input),
    required: input.required,
    description: input.title,
  }))
  const prompt = flow.inputs.map(({ name, title }) => `${title}:\n{{${name}}}`).join('\n\n')
  return writeCanvas(
    [
      startNode(inputs),
      llmNode(
        '110001',
        flow.title,
        inputs.map(({ name, type }) => param(name, ref(START, name, type))),
        { model, system: flow.goal, prompt },
      ),
      answerNode([param('output', ref('110001', 'output'))], '{{output}}'),
    ],
    [edge(START, '110001'), edge('110001', END)],
  )
}
const selectNode = (id: string, known: KnownTable): NodeRequest => ({
  id,
  type: NodeType.DatabaseSelect,
  title: known.title,
  data: {
    inputs: {
      databaseInfoList: [{ databaseInfoID: known.id }],
      selectParam: {
        fieldList: known.fields.map((field) => ({ fieldID: String(field.id), isDistinct: false })),
        orderByList: [],
        limit: ROWS,
      },
    },
    outputs: [
      { name: 'outputList', type: 'list', schema: columnsOf(known) },
      { name: 'rowNum', type: 'integer' },
    ],
  },
})
/** The canvas of a chatflow with the assistant of an app, which gets rows of the first tables in its prompt. */
export function chatCanvas(persona: string, tables: KnownTable[], language: PlanLanguage, model: string): string {
  const known = tables.slice(0, 3)
  const ids = known.map((_, at) => String(110_001 + at))
  const system = [
    persona,
    ...known.map(({ title }, at) => `${planWords[language].records(title)}\n{{records_${at + 1}}}`),
  ].join('\n\n')
  const order = [START, ...ids, '120001', END]
  return writeCanvas(
    [
      startNode([
        { name: 'USER_INPUT', required: true },
        { name: 'CONVERSATION_NAME', required: false, defaultValue: 'Default' },
      ]),
      ...known.map((table, at) => selectNode(ids[at]!, table)),
      llmNode(
        '120001',
        planWords[language].chat,
        [
          param('question', ref(START, 'USER_INPUT')),
          ...known.map((table, at) =>
            param(`records_${at + 1}`, ref(ids[at]!, 'outputList', 'list', columnsOf(table))),
          ),
        ],
        { model, system, prompt: '{{question}}', history: true },
      ),
      answerNode([param('output', ref('120001', 'output'))], '{{output}}'),
    ],
    order.slice(1).map((to, at) => edge(order[at]!, to)),
  )
}
