import { field, listField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { inputRow, inputsOf, outputRow, type CardPiece, type CardRow } from '../card-row.ts'
import { fixedInputs, historySection, inputSection, outputSection, whenIs } from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { onePort } from '../port.ts'
import { fileType, listType, objectType, param, variable, type StoredNode } from '../shapes.ts'
import { readSlot, type Slot } from '../slot.ts'
import { assignRows } from './logic.ts'

const data = { group: 'data', tone: 'data', place: 'anywhere', offered: true, ports: onePort } as const

const base = (name: string, literal: Slot['literal']): Slot => ({ path: 'inputs.datasetParam', param: name, literal })
const datasets = (ids: string[] = []) => param('datasetList', listType('string'), ids)

/** The row with the knowledge bases. They are in the first parameter, whatever its name. */
function fromRow(node: StoredNode): CardRow[] {
  const ids = field(field(field(listField(inputsOf(node), 'datasetParam')[0], 'input'), 'value'), 'content')
  const list = (Array.isArray(ids) ? ids : [ids]).filter(Boolean).map(String)
  const pieces: CardPiece[] = list.slice(0, 1).map((id) => ({ of: 'knowledge', id }))
  if (list.length > 1) pieces.push({ chip: `+${list.length - 1}` })
  return [{ label: 'from', pieces: pieces.length ? pieces : [{ word: 'none' }] }]
}

const topK = base('topK', 'integer')
const minScore = base('minScore', 'float')

export const retrieve: NodeDescription = {
  ...data,
  type: NodeType.Dataset,
  category: 'data',
  icon: 'library-big',
  data: () => ({
    inputs: {
      inputParameters: [param('Query', 'string')],
      datasetParam: [
        datasets(),
        param('topK', 'integer', 5),
        param('useRerank', 'boolean', false),
        param('useRewrite', 'boolean', false),
        param('useNl2sql', 'boolean', false),
        param('minScore', 'float', 0.5),
        param('strategy', 'integer', 1),
      ],
      chatHistorySetting: { enableChatHistory: false, chatHistoryRound: 3 },
    },
    outputs: [variable('outputList', listType(objectType(variable('output'), variable('documentId'))))],
  }),
  sections: [
    fixedInputs(variable('Query', 'string', { required: true })),
    { id: 'knowledge', fields: [{ id: 'knowledge', kind: 'knowledge', path: 'inputs.datasetParam', required: true }] },
    {
      id: 'search',
      fields: [
        {
          id: 'strategy',
          kind: 'choice',
          slot: base('strategy', 'integer'),
          options: [
            { value: 1, words: 'searchHybrid' },
            { value: 0, words: 'searchSemantic' },
            { value: 20, words: 'searchFulltext' },
          ],
        },
        { id: 'topK', kind: 'number', slot: topK, min: 1, max: 20, initial: 5 },
        { id: 'minScore', kind: 'number', slot: minScore, min: 0, max: 0.99, step: 0.01, initial: 0.5 },
        { id: 'useRewrite', kind: 'toggle', asksModel: true, slot: base('useRewrite', 'boolean') },
        { id: 'useRerank', kind: 'toggle', asksModel: true, slot: base('useRerank', 'boolean') },
        { id: 'rerankModel', kind: 'otherModel', of: 'rerank', slot: base('rerankModel', 'string') },
        { id: 'useNl2sql', kind: 'toggle', asksModel: true, slot: base('useNl2sql', 'boolean') },
      ],
    },
    historySection,
    outputSection('fixed'),
  ],
  rows: (node) => [
    ...inputRow(node.data),
    ...fromRow(node),
    {
      label: 'top',
      pieces: [
        {
          word: 'topScore',
          values: {
            count: Number(readSlot(node.data, topK) ?? 5),
            score: Number(readSlot(node.data, minScore) ?? 0.5),
          },
        },
      ],
    },
    ...outputRow(node.data),
  ],
}

const custom = whenIs('inputs.strategyParam.chunkStrategy.chunkType', 'custom')

export const writeKnowledge: NodeDescription = {
  ...data,
  type: NodeType.DatasetWrite,
  category: 'data',
  icon: 'book-up',
  data: () => ({
    inputs: {
      inputParameters: [param('knowledge', fileType)],
      datasetParam: [datasets()],
      strategyParam: {
        parsingStrategy: { parsingType: 'fast', imageExtraction: true, tableExtraction: true, imageOcr: true },
        chunkStrategy: { chunkType: 'default', separatorType: '\n', separator: '\n', maxToken: 800, overlap: 0.1 },
        indexStrategy: {},
      },
    },
    outputs: [variable('documentId'), variable('fileName'), variable('fileUrl')],
  }),
  sections: [
    fixedInputs(variable('knowledge', fileType, { required: true })),
    {
      id: 'knowledge',
      fields: [{ id: 'knowledge', kind: 'knowledge', path: 'inputs.datasetParam', single: true, required: true }],
    },
    {
      id: 'parsing',
      fields: [
        {
          id: 'parsingType',
          kind: 'choice',
          slot: { path: 'inputs.strategyParam.parsingStrategy.parsingType' },
          options: [
            { value: 'fast', words: 'parsingFast' },
            { value: 'accurate', words: 'parsingAccurate' },
          ],
        },
        ...(['imageExtraction', 'tableExtraction', 'imageOcr'] as const).map((id) => ({
          id,
          kind: 'toggle' as const,
          slot: { path: `inputs.strategyParam.parsingStrategy.${id}` },
          when: whenIs('inputs.strategyParam.parsingStrategy.parsingType', 'accurate'),
        })),
        {
          id: 'chunkType',
          kind: 'choice',
          slot: { path: 'inputs.strategyParam.chunkStrategy.chunkType' },
          options: [
            { value: 'default', words: 'chunkDefault' },
            { value: 'custom', words: 'chunkCustom' },
          ],
        },
        { id: 'separator', kind: 'line', slot: { path: 'inputs.strategyParam.chunkStrategy.separator' }, when: custom },
        {
          id: 'maxToken',
          kind: 'number',
          slot: { path: 'inputs.strategyParam.chunkStrategy.maxToken' },
          min: 100,
          max: 5000,
          initial: 800,
          when: custom,
        },
        {
          id: 'overlap',
          kind: 'number',
          slot: { path: 'inputs.strategyParam.chunkStrategy.overlap' },
          min: 0,
          max: 0.9,
          step: 0.05,
          initial: 0.1,
          when: custom,
        },
      ],
    },
    outputSection('fixed'),
  ],
  rows: (node) => [...inputRow(node.data), { ...fromRow(node)[0]!, label: 'into' }, ...outputRow(node.data)],
  also: ['inputs.strategyParam'],
}

export const removeKnowledge: NodeDescription = {
  ...data,
  type: NodeType.KnowledgeDelete,
  category: 'data',
  icon: 'book-x',
  data: () => ({
    inputs: { inputParameters: [param('documentID', 'string')], datasetParam: [datasets()] },
    outputs: [variable('isSuccess', 'boolean')],
  }),
  sections: [
    fixedInputs(variable('documentID', 'string', { required: true })),
    { id: 'knowledge', fields: [{ id: 'knowledge', kind: 'knowledge', path: 'inputs.datasetParam', single: true }] },
    outputSection('fixed'),
  ],
  rows: (node) => [...inputRow(node.data), ...fromRow(node)],
}

const memorySlot = (name: string, literal: Slot['literal']): Slot => ({
  path: 'inputs.inputParameters',
  param: name,
  literal,
})

export const memory: NodeDescription = {
  ...data,
  type: NodeType.LTM,
  category: 'data',
  icon: 'brain',
  data: () => ({
    inputs: { inputParameters: [param('Query', 'string')] },
    outputs: [variable('outputList', listType(objectType(variable('output'), variable('date'))))],
  }),
  sections: [
    fixedInputs(variable('Query', 'string', { required: true })),
    {
      id: 'history',
      folded: true,
      fields: [
        { id: 'history', kind: 'toggle', slot: memorySlot('enableChatHistory', 'boolean') },
        {
          id: 'rounds',
          kind: 'number',
          slot: memorySlot('chatHistoryRound', 'integer'),
          min: 1,
          max: 30,
          initial: 3,
          when: { slot: memorySlot('enableChatHistory', 'boolean'), is: [true] },
        },
      ],
    },
    outputSection('fixed'),
  ],
  rows: (node) => [...inputRow(node.data), ...outputRow(node.data)],
}

export const aggregate: NodeDescription = {
  ...data,
  tone: 'logic',
  type: NodeType.VariableAggregator,
  category: 'logic',
  icon: 'merge',
  data: () => ({ inputs: { mergeGroups: [{ name: 'Group1', variables: [] }] }, outputs: [variable('Group1')] }),
  sections: [{ id: 'groups', fields: [{ id: 'groups', kind: 'groups', path: 'inputs.mergeGroups', required: true }] }],
  rows: (node) =>
    listField(inputsOf(node), 'mergeGroups').map((group) => ({
      label: '',
      name: textField(group, 'name'),
      pieces: [{ word: 'firstOf', values: { count: listField(group, 'variables').length } }],
    })),
  also: ['outputs'],
}

export const assign: NodeDescription = {
  ...data,
  tone: 'logic',
  type: NodeType.AssignVariable,
  category: 'data',
  icon: 'variable',
  data: () => ({
    inputs: { inputParameters: [], variableTypeMap: {} },
    outputs: [variable('isSuccess', 'boolean')],
  }),
  sections: [
    {
      id: 'assign',
      fields: [{ id: 'assign', kind: 'assign', path: 'inputs.inputParameters', to: 'global', required: true }],
    },
    outputSection('fixed'),
  ],
  rows: (node) => assignRows(node.data),
  also: ['inputs.variableTypeMap'],
}

export const oldVariable: NodeDescription = {
  ...data,
  tone: 'logic',
  offered: false,
  type: NodeType.Variable,
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
    inputSection(),
    outputSection('tree'),
  ],
  rows: (node) => [...inputRow(node.data), ...outputRow(node.data)],
}
