import { NodeType } from '#node-type.ts'
import { inputRow, outputRow } from '../card-row.ts'
import { fixedInputs, inputSection, outputSection, whenIs } from '../common-fields.ts'
import type { Category, FixedInput, NodeDescription } from '../description.ts'
import { onePort } from '../port.ts'
import { listType, objectType, param, variable, type VariableShape } from '../shapes.ts'
import { typeOnly } from '../type-text.ts'

const needed = (name: string, rest: Partial<FixedInput> = {}): FixedInput =>
  variable(name, 'string', { required: true, ...rest })
const conversation = needed('conversationName')
const done = variable('isSuccess', 'boolean')

const node = (
  type: NodeType,
  icon: string,
  category: Category,
  given: FixedInput[],
  outputs: VariableShape[],
): NodeDescription => ({
  type,
  category,
  icon,
  group: category === 'message' ? 'message' : 'conversation',
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

/** Nodes for conversations and their messages. */
export const conversationNodes: readonly NodeDescription[] = [
  node(
    NodeType.CreateConversation,
    'message-square-plus',
    'conversation_management',
    [conversation],
    [done, variable('isExisted', 'boolean'), variable('conversationId')],
  ),
  node(
    NodeType.ConversationUpdate,
    'square-pen',
    'conversation_management',
    [conversation, needed('newConversationName')],
    [variable('conversationId'), done, variable('isExisted', 'boolean')],
  ),
  node(NodeType.ConversationDelete, 'message-square-x', 'conversation_management', [conversation], [done]),
  node(
    NodeType.ConversationList,
    'messages-square',
    'conversation_management',
    [],
    [variable('conversationList', listType(objectType(variable('conversationName'), variable('conversationId'))))],
  ),
  node(
    NodeType.ConversationHistory,
    'history',
    'conversation_history',
    [conversation, variable('rounds', 'integer')],
    [variable('messageList', listType(objectType(variable('role'), variable('content'))))],
  ),
  node(NodeType.ClearConversationHistory, 'eraser', 'conversation_history', [conversation], [done]),
  node(
    NodeType.MessageList,
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
  node(
    NodeType.CreateMessage,
    'mail-plus',
    'message',
    [conversation, role, needed('content')],
    [done, variable('message', message)],
  ),
  node(NodeType.EditMessage, 'pencil', 'message', [conversation, needed('messageId'), needed('newContent')], [done]),
  node(NodeType.DeleteMessage, 'trash-2', 'message', [conversation, needed('messageId')], [done]),
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
  type: NodeType.SceneVariable,
  category: 'data',
  hidden: true,
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
  type: NodeType.SceneChat,
  category: 'data',
  hidden: true,
  icon: 'users',
  data: () => ({ inputs: { inputParameters: [] }, outputs: [variable('output')] }),
  sections: [
    inputSection(),
    { id: 'rest', fields: [{ id: 'rest', kind: 'rest', path: 'inputs' }] },
    outputSection('tree'),
  ],
}

/** A note for people, which runs ignore. */
export const comment: NodeDescription = {
  type: NodeType.Comment,
  category: '',
  hidden: true,
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
