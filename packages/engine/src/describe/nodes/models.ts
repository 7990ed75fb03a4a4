import { field, listField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { errorRow, inputRow, inputsOf, outputRow, type CardRow } from '../card-row.ts'
import {
  batchSection,
  errorSection,
  fixedInputs,
  historySection,
  inputSection,
  outputSection,
} from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { intentPorts, onePort } from '../port.ts'
import { literal, param, variable, type StoredNode } from '../shapes.ts'
import { readSlot, type Slot } from '../slot.ts'
import { branchRows } from './io.ts'

const setting = (name: string, literalType: Slot['literal'] = 'string'): Slot => ({
  path: 'inputs.llmParam',
  param: name,
  literal: literalType,
  asText: literalType !== 'boolean',
})

/** Settings inside `llmParam`; the misspelt name is part of the format. */
export const llmParams = {
  modelId: setting('modelType', 'integer'),
  modelName: setting('modleName'),
  diversity: setting('generationDiversity'),
  temperature: setting('temperature', 'float'),
  topP: setting('topP', 'float'),
  maxTokens: setting('maxTokens', 'integer'),
  format: setting('responseFormat', 'integer'),
  system: setting('systemPrompt'),
  prompt: setting('prompt'),
  history: setting('enableChatHistory', 'boolean'),
  rounds: setting('chatHistoryRound', 'integer'),
  promptKey: setting('promptKey'),
  promptLabel: setting('promptLabel'),
} as const

function modelRow(node: StoredNode): CardRow[] {
  const raw = field(inputsOf(node), 'llmParam')
  const [id, name] = Array.isArray(raw)
    ? [readSlot(node.data, llmParams.modelId), readSlot(node.data, llmParams.modelName)]
    : [textField(raw, 'modelType'), textField(raw, 'modelName')]
  if (!id && !name) return [{ label: 'model', pieces: [{ word: 'none' }] }]
  return [{ label: 'model', pieces: [{ of: 'model', id: String(id ?? ''), name: String(name ?? '') }] }]
}

function skillRow(node: StoredNode): CardRow[] {
  const raw = objectField(inputsOf(node), 'fcParam')
  const count =
    listField(objectField(raw, 'workflowFCParam'), 'workflowList').length +
    listField(objectField(raw, 'pluginFCParam'), 'pluginList').length +
    listField(objectField(raw, 'knowledgeFCParam'), 'knowledgeList').length
  return count ? [{ label: 'skills', pieces: [{ word: 'skillCount', values: { count } }] }] : []
}

export const llm: NodeDescription = {
  type: NodeType.LLM,
  category: '',
  group: 'core',
  tone: 'model',
  icon: 'sparkles',
  place: 'anywhere',
  offered: true,
  data: () => ({
    inputs: {
      inputParameters: [param('input', 'string')],
      llmParam: [
        param('temperature', 'float', '0.8'),
        param('maxTokens', 'integer', '4096'),
        param('responseFormat', 'integer', '0'),
        param('modleName', 'string', ''),
        param('modelType', 'integer', ''),
        param('generationDiversity', 'string', 'balance'),
        param('prompt', 'string', ''),
        param('enableChatHistory', 'boolean', false),
        param('chatHistoryRound', 'integer', '3'),
        param('systemPrompt', 'string', ''),
      ],
      fcParam: {},
      settingOnError: { switch: false, processType: 1, timeoutMs: 180_000, retryTimes: 0 },
    },
    outputs: [variable('output')],
  }),
  ports: onePort,
  sections: [
    { id: 'model', fields: [{ id: 'model', kind: 'model', path: 'inputs.llmParam', form: 'params', required: true }] },
    inputSection({ words: 'llmInputs' }),
    { id: 'skills', folded: true, fields: [{ id: 'skills', kind: 'skills', path: 'inputs.fcParam' }] },
    {
      id: 'prompt',
      fields: [
        { id: 'system', kind: 'prompt', slot: llmParams.system, rows: 3 },
        { id: 'user', kind: 'prompt', slot: llmParams.prompt, rows: 3, required: true },
      ],
    },
    {
      id: 'follow',
      folded: true,
      fields: [
        { id: 'promptKey', kind: 'line', slot: llmParams.promptKey, limit: 100, prompt: llmParams.promptLabel },
        { id: 'promptLabel', kind: 'line', slot: llmParams.promptLabel, limit: 50 },
      ],
    },
    outputSection('tree', { format: llmParams.format }),
    {
      id: 'history',
      folded: true,
      fields: [
        { id: 'history', kind: 'toggle', slot: llmParams.history },
        {
          id: 'rounds',
          kind: 'number',
          slot: llmParams.rounds,
          min: 1,
          max: 100,
          initial: 3,
          when: { slot: llmParams.history, is: [true, 'true'] },
        },
      ],
    },
    batchSection,
    errorSection(600_000, 180_000, true),
  ],
  rows: (node) => [
    ...inputRow(node.data),
    ...modelRow(node),
    ...skillRow(node),
    ...errorRow(node),
    ...outputRow(node.data),
  ],
}

export const intent: NodeDescription = {
  type: NodeType.Intent,
  category: 'logic',
  group: 'logic',
  tone: 'model',
  icon: 'route',
  place: 'anywhere',
  offered: true,
  data: () => ({
    inputs: {
      inputParameters: [param('query', 'string')],
      intents: [{ name: '' }, { name: '' }],
      mode: 'all',
      llmParam: {
        modelType: '',
        modelName: '',
        generationDiversity: 'balance',
        temperature: 0.5,
        topP: 1,
        maxTokens: 1024,
        responseFormat: 0,
        prompt: literal('string', '{{query}}'),
        systemPrompt: literal('string', ''),
      },
      chatHistorySetting: { enableChatHistory: false, chatHistoryRound: 3 },
      settingOnError: { switch: false, processType: 1, timeoutMs: 60_000, retryTimes: 0 },
    },
    outputs: [variable('classificationId', 'integer'), variable('reason')],
  }),
  ports: intentPorts,
  sections: [
    { id: 'model', fields: [{ id: 'model', kind: 'model', path: 'inputs.llmParam', form: 'object', required: true }] },
    {
      id: 'mode',
      fields: [
        {
          id: 'intentMode',
          kind: 'choice',
          slot: { path: 'inputs.mode' },
          options: [
            { value: 'all', words: 'intentAll', gives: [variable('classificationId', 'integer'), variable('reason')] },
            { value: 'top_speed', words: 'intentFast', gives: [variable('classificationId', 'integer')] },
          ],
        },
      ],
    },
    fixedInputs(variable('query', 'string', { required: true })),
    {
      id: 'intents',
      fields: [{ id: 'intents', kind: 'options', path: 'inputs.intents', most: 50, fallback: 'other', required: true }],
    },
    {
      id: 'prompt',
      folded: true,
      fields: [
        {
          id: 'intentSystem',
          kind: 'prompt',
          slot: { path: 'inputs.llmParam.systemPrompt', literal: 'string' },
          rows: 3,
          when: { slot: { path: 'inputs.mode' }, is: ['all'] },
        },
      ],
    },
    historySection,
    outputSection('fixed'),
    errorSection(),
  ],
  rows: (node) => [...modelRow(node), ...branchRows(intentPorts(node))],
}
