import { field, listField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { cut, errorRow, inputRow, inputsOf, outputRow, type CardRow } from '../card-row.ts'
import { errorSection, fixedInputs, inputs, outputSection, whenIs } from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { onePort } from '../port.ts'
import { listType, literal, objectType, param, variable } from '../shapes.ts'

const utility = { group: 'utility', place: 'anywhere', offered: true, ports: onePort } as const

const joining = whenIs('inputs.method', 'concat')
const splitting = whenIs('inputs.method', 'split')

export const text: NodeDescription = {
  ...utility,
  tone: 'code',
  type: NodeType.Text,
  category: 'utilities',
  icon: 'type',
  data: () => ({
    inputs: {
      method: 'concat',
      inputParameters: [param('String1', 'string')],
      concatParams: [
        param('concatResult', 'string', '{{String1}}'),
        param('arrayItemConcatChar', 'string', ','),
        param('allArrayItemConcatChars', listType(objectType(variable('label'), variable('value'))), []),
      ],
      splitParams: [
        param('delimiters', listType('string'), ['\n']),
        param('allDelimiters', listType(objectType(variable('label'), variable('value'))), []),
      ],
    },
    outputs: [variable('output')],
  }),
  sections: [
    {
      id: 'method',
      fields: [
        {
          id: 'method',
          kind: 'choice',
          slot: { path: 'inputs.method' },
          options: [
            { value: 'concat', words: 'textConcat', gives: [variable('output')] },
            { value: 'split', words: 'textSplit', gives: [variable('output', listType('string'))] },
          ],
        },
      ],
    },
    {
      id: 'input',
      fields: [
        inputs({ when: joining }),
        inputs({ id: 'splitInput', when: splitting, fixed: [variable('String', 'string', { required: true })] }),
      ],
    },
    {
      id: 'text',
      fields: [
        {
          id: 'concatResult',
          kind: 'prompt',
          slot: { path: 'inputs.concatParams', param: 'concatResult', literal: 'string' },
          rows: 3,
          required: true,
          when: joining,
        },
        {
          id: 'joiner',
          kind: 'line',
          slot: { path: 'inputs.concatParams', param: 'arrayItemConcatChar', literal: 'string' },
          when: joining,
        },
        { id: 'delimiters', kind: 'delimiters', path: 'inputs.splitParams', required: true, when: splitting },
      ],
    },
    outputSection('fixed'),
  ],
  rows: (node) => [
    ...inputRow(node.data),
    {
      label: 'mode',
      pieces: [{ word: textField(inputsOf(node), 'method') === 'split' ? 'split' : 'join' }],
    },
    ...outputRow(node.data),
  ],
}

export const http: NodeDescription = {
  ...utility,
  tone: 'net',
  type: NodeType.Http,
  category: 'utilities',
  icon: 'globe',
  data: () => ({
    inputs: {
      apiInfo: { method: 'GET', url: '' },
      headers: [],
      params: [],
      auth: {
        authOpen: false,
        authType: 'BEARER_AUTH',
        authData: {
          bearerTokenData: [param('token', 'string')],
          customData: { addTo: 'header', data: [param('Key', 'string'), param('Value', 'string')] },
        },
      },
      body: {
        bodyType: 'EMPTY',
        bodyData: {
          json: '',
          rawText: '',
          formData: { data: [], typeMapping: '{}' },
          formURLEncoded: [],
          binary: { fileURL: literal({ type: 'string', assistType: 1 }, '') },
        },
      },
      setting: { timeout: 120, retryTimes: 0 },
      settingOnError: { switch: false, processType: 1 },
    },
    outputs: [variable('body'), variable('statusCode', 'integer'), variable('headers')],
  }),
  sections: [
    { id: 'request', fields: [{ id: 'request', kind: 'request', path: 'inputs.apiInfo', required: true }] },
    { id: 'params', fields: [{ id: 'params', kind: 'pairs', path: 'inputs.params' }] },
    { id: 'headers', fields: [{ id: 'headers', kind: 'pairs', path: 'inputs.headers' }] },
    { id: 'auth', folded: true, fields: [{ id: 'auth', kind: 'auth', path: 'inputs.auth' }] },
    { id: 'body', fields: [{ id: 'body', kind: 'body', path: 'inputs.body' }] },
    {
      id: 'limits',
      folded: true,
      fields: [
        {
          id: 'timeout',
          kind: 'number',
          slot: { path: 'inputs.setting.timeout' },
          min: 1,
          max: 600,
          unit: 's',
          initial: 120,
        },
        { id: 'retryTimes', kind: 'number', slot: { path: 'inputs.setting.retryTimes' }, min: 0, max: 10, initial: 0 },
      ],
    },
    outputSection('fixed'),
    errorSection(0),
  ],
  rows: (node) => {
    const info = objectField(inputsOf(node), 'apiInfo')
    const url = textField(info, 'url').replace(/^https?:\/\//, '')
    const request: CardRow = {
      label: '',
      name: textField(info, 'method') || 'GET',
      pieces: [url ? { chip: cut(url, 28) } : { word: 'none' }],
    }
    return [request, ...errorRow(node), ...outputRow(node.data)]
  },
}

export const toJson: NodeDescription = {
  ...utility,
  tone: 'code',
  type: NodeType.ToJSON,
  category: 'utilities',
  icon: 'braces',
  data: () => ({ inputs: { inputParameters: [param('input', 'object', '')] }, outputs: [variable('output')] }),
  sections: [
    fixedInputs({ ...variable('input', objectType(), { required: true }), open: true }),
    outputSection('fixed'),
  ],
  rows: (node) => [...inputRow(node.data), ...outputRow(node.data)],
}

export const fromJson: NodeDescription = {
  ...utility,
  tone: 'code',
  type: NodeType.FromJSON,
  category: 'utilities',
  icon: 'file-json',
  data: () => ({
    inputs: { inputParameters: [param('input', 'string')] },
    outputs: [variable('output', objectType())],
  }),
  sections: [fixedInputs(variable('input', 'string', { required: true })), outputSection('tree')],
  rows: (node) => [...inputRow(node.data), ...outputRow(node.data)],
}

const named = (data: unknown): CardRow[] => [...inputRow(data), ...outputRow(data)]
const timer = { ...utility, tone: 'logic' } as const

export const upsertTrigger: NodeDescription = {
  ...timer,
  type: NodeType.TriggerUpsert,
  category: 'utilities',
  icon: 'alarm-clock-plus',
  data: () => ({
    inputs: {
      meta: { workflowId: '', name: '' },
      config: [
        param('triggerId', 'string'),
        param('crontab', 'string', '0 9 * * *'),
        param('timeZone', 'string', 'UTC'),
      ],
      payload: [],
    },
    outputs: [variable('triggerId')],
  }),
  sections: [
    {
      id: 'trigger',
      fields: [
        { id: 'triggerName', kind: 'line', slot: { path: 'inputs.meta.name' }, limit: 100 },
        { id: 'triggerWorkflow', kind: 'workflow', path: 'inputs.meta', own: true, required: true },
        {
          id: 'schedule',
          kind: 'inputs',
          path: 'inputs.config',
          fixed: [
            variable('crontab', 'string', { required: true }),
            variable('timeZone', 'string', { required: true }),
            variable('triggerId'),
          ],
        },
      ],
    },
    { id: 'payload', fields: [{ id: 'payload', kind: 'inputs', path: 'inputs.payload' }] },
    outputSection('fixed'),
  ],
  rows: (node) => {
    const meta = objectField(inputsOf(node), 'meta')
    const id = textField(meta, 'workflowId')
    const cron = listField(inputsOf(node), 'config').find((item) => textField(item, 'name') === 'crontab')
    const at = textField(field(field(cron, 'input'), 'value'), 'content')
    return [
      { label: 'starts', pieces: [id ? { of: 'workflow', id } : { word: 'none' }] },
      ...(at ? [{ label: 'at', pieces: [{ cron: at }] }] : []),
      ...outputRow(node.data),
    ]
  },
}

export const deleteTrigger: NodeDescription = {
  ...timer,
  type: NodeType.TriggerDelete,
  category: 'utilities',
  icon: 'alarm-clock-off',
  data: () => ({
    inputs: { inputParameters: [param('triggerId', 'string')] },
    outputs: [variable('success', 'boolean'), variable('numberOfDeletions', 'integer')],
  }),
  sections: [fixedInputs(variable('triggerId', 'string', { required: true })), outputSection('fixed')],
  rows: (node) => named(node.data),
}

export const readTrigger: NodeDescription = {
  ...timer,
  type: NodeType.TriggerRead,
  category: 'utilities',
  icon: 'alarm-clock',
  data: () => ({
    inputs: { inputParameters: [param('triggerId', 'string')] },
    outputs: [
      variable(
        'outputList',
        listType(
          objectType(
            variable('triggerId'),
            variable('triggerName'),
            variable('workflowId'),
            variable('isOpen', 'boolean'),
            variable('config', objectType(variable('cron'), variable('timeZone'))),
            variable('payload', objectType()),
          ),
        ),
      ),
    ],
  }),
  sections: [fixedInputs(variable('triggerId')), outputSection('fixed')],
  rows: (node) => named(node.data),
}
