import { inputRow, outputRow } from '../card-row.ts'
import { fixedInputs, inputSection, outputSection, whenIs } from '../common-fields.ts'
import type { FixedInput, Group, NodeDescription } from '../description.ts'
import { onePort } from '../port.ts'
import { listType, objectType, param, variable, type VariableShape } from '../shapes.ts'
import { typeOnly } from '../type-text.ts'

const needed = (name: string, rest: Partial<FixedInput> = {}): FixedInput =>
  variable(name, 'string', { required: true, ...rest })
const conversation = needed('conversationName')
const done = variable('isSuccess', 'boolean')

const node = (
  type: string,
  icon: string,
  group: Group,
  given: FixedInput[],
  outputs: VariableShape[],
): NodeDescription => ({
  type,
  icon,
  group,
  tone: 'io',
  place: 'anywhere',
  offered: true,
  ports: onePort,
  data: () => ({ inputs: { inputParameters: given.map((item) => param(item.name, typeOnly(item))) }, outputs }),
  sections: [...(given.length ? [fixedInputs(...given)] : []), outputSection('fixed')],
  rows: ({ data }) => [...inputRow(data), ...outputRow(data)],
  ...(given.length ? {} : { also: ['inputs.inputParameters'] }),
})

const message = objectType(variable('messageId'), variable('role'), variable('contentType'), variable('content'))
const role = needed('role', { choices: ['user', 'assistant'] })

/** Conversations and their messages. */
export const conversationNodes: readonly NodeDescription[] = [
  node(
    '39',
    'message-square-plus',
    'conversation',
    [conversation],
    [done, variable('isExisted', 'boolean'), variable('conversationId')],
  ),
  node(
    '51',
    'square-pen',
    'conversation',
    [conversation, needed('newConversationName')],
    [variable('conversationId'), done, variable('isExisted', 'boolean')],
  ),
  node('52', 'message-square-x', 'conversation', [conversation], [done]),
  node(
    '53',
    'messages-square',
    'conversation',
    [],
    [variable('conversationList', listType(objectType(variable('conversationName'), variable('conversationId'))))],
  ),
  node(
    '54',
    'history',
    'conversation',
    [conversation, variable('rounds', 'integer')],
    [variable('messageList', listType(objectType(variable('role'), variable('content'))))],
  ),
  node('38', 'eraser', 'conversation', [conversation], [done]),
  node(
    '37',
    'list',
    'message',
    [conversation, variable('limit', 'integer'), variable('beforeId'), variable('afterId')],
    [
      variable('messageList', listType(message)),
      variable('firstId'),
      variable('lastId'),
      variable('hasMore', 'boolean'),
    ],
  ),
  node('55', 'mail-plus', 'message', [conversation, role, needed('content')], [done, variable('message', message)]),
  node('56', 'pencil', 'message', [conversation, needed('messageId'), needed('newContent')], [done]),
  node('57', 'trash-2', 'message', [conversation, needed('messageId')], [done]),
]

const scene = {
  group: 'logic',
  tone: 'logic',
  place: 'anywhere',
  offered: false,
  ports: onePort,
  rows: ({ data }: { data: unknown }) => [...inputRow(data), ...outputRow(data)],
} as const

export const sceneVariable: NodeDescription = {
  ...scene,
  type: '24',
  icon: 'variable',
  data: () => ({ inputs: { mode: 'get', inputParameters: [] }, outputs: [variable('output')] }),
  sections: [
    {
      id: 'mode',
      fields: [
        {
          id: 'variableMode',
          kind: 'choice',
          slot: { path: 'inputs.mode' },
          options: [
            { value: 'get', words: 'variableGet' },
            { value: 'set', words: 'variableSet' },
          ],
        },
      ],
    },
    inputSection({ when: whenIs('inputs.mode', 'set') }),
    outputSection('tree'),
  ],
}

export const sceneChat: NodeDescription = {
  ...scene,
  type: '25',
  icon: 'users',
  data: () => ({ inputs: { inputParameters: [] }, outputs: [variable('output')] }),
  sections: [
    inputSection(),
    { id: 'rest', fields: [{ id: 'rest', kind: 'rest', path: 'inputs' }] },
    outputSection('tree'),
  ],
}

/** A note for people; runs do not know of it. */
export const comment: NodeDescription = {
  type: '31',
  group: 'utility',
  tone: 'code',
  icon: 'sticky-note',
  place: 'anywhere',
  offered: false,
  ports: () => [],
  data: () => ({
    inputs: {
      schemaType: 'slate',
      note: JSON.stringify([{ type: 'paragraph', children: [{ text: '', type: 'text' }] }]),
    },
    size: { width: 240, height: 150 },
  }),
  sections: [],
  rows: () => [],
}
