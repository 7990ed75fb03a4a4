import { field, listField, numberField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { isUnary, Operator } from '#values/operators.ts'
import { chips, errorRow, inputsOf, outputRow, valuePiece, type CardPiece, type CardRow } from '../card-row.ts'
import { errorSection, inputs, inputSection, outputSection, whenIs } from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { noPorts, onePort, outPorts, selectorPorts } from '../port.ts'
import { inputRow } from '../card-row.ts'
import { listType, literal, param, reference, variable } from '../shapes.ts'

const logic = { category: 'logic', group: 'logic', tone: 'logic', place: 'anywhere', offered: true } as const

/** Signs of the sixteen operators; their texts are `operator.<number>`. */
const signs: Record<number, string> = {
  [Operator.equal]: '=',
  [Operator.notEqual]: '≠',
  [Operator.lengthGreater]: '>',
  [Operator.lengthAtLeast]: '≥',
  [Operator.lengthLess]: '<',
  [Operator.lengthAtMost]: '≤',
  [Operator.greater]: '>',
  [Operator.atLeast]: '≥',
  [Operator.less]: '<',
  [Operator.atMost]: '≤',
}

function conditionPieces(branch: unknown): CardPiece[] {
  const conditions = listField(field(branch, 'condition'), 'conditions')
  const [first] = conditions
  if (!first) return [{ word: 'empty' }]
  const operator = numberField(first, 'operator') ?? 0
  const sign = signs[operator]
  return [
    valuePiece(field(field(first, 'left'), 'input')),
    sign ? { text: sign } : { word: `operator.${operator}` },
    ...(isUnary(operator) ? [] : [valuePiece(field(field(first, 'right'), 'input'))]),
    ...(conditions.length > 1 ? [{ chip: `+${conditions.length - 1}` }] : []),
  ]
}

export const selector: NodeDescription = {
  ...logic,
  type: NodeType.If,
  icon: 'git-branch',
  data: () => ({
    inputs: {
      branches: [
        {
          condition: {
            logic: 2,
            conditions: [
              {
                operator: Operator.equal,
                left: { input: reference('string', '', '') },
                right: { input: literal('string', '') },
              },
            ],
          },
        },
      ],
    },
  }),
  ports: selectorPorts,
  sections: [
    {
      id: 'conditions',
      fields: [{ id: 'branches', kind: 'conditions', path: 'inputs.branches', most: 50, required: true }],
    },
  ],
  rows: (node) => [
    ...listField(inputsOf(node), 'branches').map((branch, i) => ({
      label: i ? 'elseIf' : 'if',
      pieces: conditionPieces(branch),
      port: i ? `true_${i}` : 'true',
    })),
    { label: 'else', pieces: [{ word: 'anythingElse' }], port: 'false' },
  ],
}

export const code: NodeDescription = {
  ...logic,
  tone: 'code',
  type: NodeType.Code,
  icon: 'code-xml',
  data: () => ({
    inputs: {
      inputParameters: [param('input', 'string')],
      language: 5,
      code: ['async function main({ params }) {', '  return {', '    output: params.input,', '  }', '}', ''].join('\n'),
      settingOnError: { switch: false, processType: 1, timeoutMs: 60_000, retryTimes: 0 },
    },
    outputs: [variable('output')],
  }),
  ports: onePort,
  sections: [
    inputSection(),
    {
      id: 'code',
      fields: [
        {
          id: 'code',
          kind: 'code',
          code: { path: 'inputs.code' },
          language: { path: 'inputs.language' },
          required: true,
        },
      ],
    },
    outputSection('tree'),
    errorSection(),
  ],
  rows: (node) => [
    ...inputRow(node.data),
    {
      label: 'runs',
      pieces: [{ chip: numberField(inputsOf(node), 'language') === 3 ? 'Python' : 'JavaScript' }],
    },
    ...errorRow(node),
    ...outputRow(node.data),
  ],
}

/** The outer port of a loop or batch. Lines inside use other ports. */
const roundPorts = (word: 'loop' | 'batch') => outPorts(() => [{ id: `${word}-output`, words: 'next' }])
const rounds = { id: 'output', fields: [{ id: 'rounds', kind: 'rounds', path: 'outputs' } as const] }

export const loop: NodeDescription = {
  ...logic,
  type: NodeType.Loop,
  icon: 'repeat',
  place: 'root',
  inside: 'loop',
  data: () => ({
    inputs: {
      loopType: 'array',
      loopCount: literal('integer', '10'),
      variableParameters: [],
      inputParameters: [param('input', listType('string'))],
    },
    outputs: [],
  }),
  ports: roundPorts('loop'),
  sections: [
    {
      id: 'loop',
      fields: [
        {
          id: 'loopType',
          kind: 'choice',
          slot: { path: 'inputs.loopType' },
          options: [
            { value: 'array', words: 'loopArray' },
            { value: 'count', words: 'loopCount' },
            { value: 'infinite', words: 'loopInfinite' },
          ],
        },
        {
          id: 'loopCount',
          kind: 'value',
          path: 'inputs.loopCount',
          type: { type: 'integer' },
          min: 1,
          max: 10_000,
          when: whenIs('inputs.loopType', 'count'),
        },
        inputs({ words: 'loopInputs', only: 'lists', when: whenIs('inputs.loopType', 'array') }),
      ],
    },
    {
      id: 'loopVariables',
      fields: [{ id: 'variables', kind: 'inputs', path: 'inputs.variableParameters', words: 'loopVariables' }],
    },
    rounds,
  ],
  rows: (node) => [overRow(node.data, textField(inputsOf(node), 'loopType') || 'array')],
}

function overRow(data: unknown, kind: string): CardRow {
  const raw = field(data, 'inputs')
  if (kind === 'infinite') return { label: 'over', pieces: [{ word: 'untilBreak' }] }
  if (kind === 'count') {
    return { label: 'times', pieces: [valuePiece(field(raw, 'loopCount')), { word: 'oneByOne' }] }
  }
  const names = listField(raw, 'inputParameters').map((item) => textField(item, 'name'))
  return { label: 'over', pieces: [...chips(names), { word: kind === 'batch' ? 'together' : 'oneByOne' }] }
}

export const batch: NodeDescription = {
  ...logic,
  type: NodeType.Batch,
  icon: 'layers',
  place: 'root',
  inside: 'batch',
  data: () => ({
    inputs: {
      concurrentSize: literal('integer', '10'),
      batchSize: literal('integer', '100'),
      inputParameters: [param('input', listType('string'))],
    },
    outputs: [],
  }),
  ports: roundPorts('batch'),
  sections: [
    {
      id: 'batch',
      fields: [
        inputs({ words: 'loopInputs', only: 'lists' }),
        {
          id: 'concurrentSize',
          kind: 'value',
          path: 'inputs.concurrentSize',
          type: { type: 'integer' },
          min: 1,
          max: 10,
        },
        { id: 'batchSize', kind: 'value', path: 'inputs.batchSize', type: { type: 'integer' }, min: 1, max: 200 },
      ],
    },
    rounds,
  ],
  rows: (node) => [overRow(node.data, 'batch')],
}

const step = {
  ...logic,
  hidden: true,
  place: 'loop',
  data: () => ({ inputs: {} }),
  ports: noPorts,
  sections: [],
  rows: () => [],
} as const

export const breakLoop: NodeDescription = { ...step, type: NodeType.Break, icon: 'circle-stop' }
export const continueLoop: NodeDescription = { ...step, type: NodeType.Continue, icon: 'skip-forward' }

export const setLoopVariable: NodeDescription = {
  ...logic,
  type: NodeType.LoopSetVariable,
  hidden: true,
  icon: 'pencil-line',
  place: 'loop',
  data: () => ({ inputs: { inputParameters: [] } }),
  ports: onePort,
  sections: [
    {
      id: 'assign',
      fields: [{ id: 'assign', kind: 'assign', path: 'inputs.inputParameters', to: 'loop', required: true }],
    },
  ],
  rows: (node) => assignRows(node.data),
}

export function assignRows(data: unknown): CardRow[] {
  return listField(field(data, 'inputs'), 'inputParameters').map((item) => ({
    label: 'set',
    pieces: [valuePiece(field(item, 'left')), { text: '=' }, valuePiece(field(item, 'right') ?? field(item, 'input'))],
  }))
}
