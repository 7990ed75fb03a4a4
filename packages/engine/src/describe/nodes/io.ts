import { boolField, field, listField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { cut, inputRow, inputsOf, outputRow, shapeOf, valuePiece, type CardRow } from '../card-row.ts'
import { inputs, inputSection, outputSection, whenIs } from '../common-fields.ts'
import type { NodeDescription, Section } from '../description.ts'
import { noPorts, onePort, questionPorts } from '../port.ts'
import { literal, reference, variable } from '../shapes.ts'
import { typeText } from '../type-text.ts'

const io = { group: 'io', tone: 'io', place: 'anywhere', offered: true } as const

const typedRows = (data: unknown): CardRow[] =>
  listField(data, 'outputs').map((item) => ({
    label: '',
    name: textField(item, 'name'),
    pieces: [{ type: typeText(shapeOf(item)) }],
  }))

export const start: NodeDescription = {
  ...io,
  type: NodeType.Start,
  category: '',
  hidden: true,
  icon: 'play',
  place: 'once',
  offered: false,
  data: () => ({ outputs: [variable('input')], trigger_parameters: [variable('input')] }),
  ports: onePort,
  sections: [
    {
      id: 'input',
      fields: [{ id: 'outputs', kind: 'variables', path: 'outputs', look: 'start', words: 'startInputs' }],
    },
  ],
  rows: (node) => typedRows(node.data),
  also: ['trigger_parameters'],
}

const answering = whenIs('inputs.terminatePlan', 'useAnswerContent')
const contentSlot = { path: 'inputs.content', literal: 'string' } as const

const spoken = (when?: typeof answering): Section => ({
  id: 'content',
  fields: [
    { id: 'content', kind: 'prompt', slot: contentSlot, rows: 3, required: true, when },
    { id: 'streaming', kind: 'toggle', slot: { path: 'inputs.streamingOutput' }, when },
  ],
})

const modeRow = (data: unknown): CardRow[] =>
  boolField(field(data, 'inputs'), 'streamingOutput') ? [{ label: 'mode', pieces: [{ word: 'streaming' }] }] : []

export const end: NodeDescription = {
  ...io,
  type: NodeType.End,
  category: '',
  hidden: true,
  icon: 'flag',
  place: 'once',
  offered: false,
  data: () => ({
    inputs: {
      terminatePlan: 'returnVariables',
      inputParameters: [{ name: 'output', input: reference('string', '', '') }],
    },
  }),
  ports: noPorts,
  sections: [
    {
      id: 'ending',
      fields: [
        {
          id: 'plan',
          kind: 'choice',
          slot: { path: 'inputs.terminatePlan' },
          options: [
            { value: 'returnVariables', words: 'returnVariables' },
            { value: 'useAnswerContent', words: 'useAnswerContent' },
          ],
        },
      ],
    },
    { id: 'result', fields: [inputs({ words: 'endInputs' })] },
    spoken(answering),
  ],
  rows: (node) => {
    const given = listField(inputsOf(node), 'inputParameters').map((item) => ({
      label: '',
      name: textField(item, 'name'),
      pieces: [valuePiece(field(item, 'input'))],
    }))
    const text = textField(field(field(inputsOf(node), 'content'), 'value'), 'content')
    if (textField(inputsOf(node), 'terminatePlan') !== 'useAnswerContent') return given
    return [...given, { label: 'text', pieces: [{ text: cut(text) }] }, ...modeRow(node.data)]
  },
}

export const output: NodeDescription = {
  ...io,
  type: NodeType.Message,
  category: 'input&output',
  icon: 'message-square-text',
  data: () => ({ inputs: { inputParameters: [], content: literal('string', ''), streamingOutput: true } }),
  ports: onePort,
  sections: [inputSection(), spoken()],
  rows: (node) => {
    const text = textField(field(field(inputsOf(node), 'content'), 'value'), 'content')
    return [...(text ? [{ label: 'text', pieces: [{ text: cut(text) }] }] : inputRow(node.data)), ...modeRow(node.data)]
  },
}

export const input: NodeDescription = {
  ...io,
  type: NodeType.Input,
  category: 'input&output',
  icon: 'text-cursor-input',
  data: () => ({
    inputs: { outputSchema: JSON.stringify([variable('input', 'string', { required: true })]) },
    outputs: [variable('input', 'string', { required: true })],
  }),
  ports: onePort,
  sections: [
    { id: 'form', fields: [{ id: 'form', kind: 'form', slot: { path: 'inputs.outputSchema' }, required: true }] },
  ],
  rows: (node) => typedRows(node.data),
  also: ['outputs'],
}

const byOption = whenIs('inputs.answer_type', 'option')
const byText = whenIs('inputs.answer_type', 'text')

export const question: NodeDescription = {
  ...io,
  type: NodeType.Question,
  category: 'input&output',
  icon: 'circle-help',
  data: () => ({
    inputs: {
      inputParameters: [],
      question: '',
      answer_type: 'text',
      option_type: 'static',
      options: [{ name: '' }, { name: '' }],
      dynamic_option: literal({ type: 'list', schema: { type: 'string' } }, ''),
      extra_output: false,
      limit: 3,
      llmParam: {
        modelType: '',
        modelName: '',
        generationDiversity: 'balance',
        temperature: 0.8,
        topP: 1,
        maxTokens: 1024,
        responseFormat: 2,
        systemPrompt: '',
      },
    },
    outputs: [variable('USER_RESPONSE', 'string', { required: true })],
  }),
  ports: questionPorts,
  sections: [
    { id: 'model', folded: true, fields: [{ id: 'model', kind: 'model', path: 'inputs.llmParam', form: 'object' }] },
    inputSection(),
    {
      id: 'question',
      fields: [{ id: 'question', kind: 'prompt', slot: { path: 'inputs.question' }, rows: 3, required: true }],
    },
    {
      id: 'answer',
      fields: [
        {
          id: 'answerType',
          kind: 'choice',
          slot: { path: 'inputs.answer_type' },
          options: [
            { value: 'text', words: 'answerText', gives: [variable('USER_RESPONSE', 'string', { required: true })] },
            { value: 'option', words: 'answerOption', gives: [variable('optionId'), variable('optionContent')] },
          ],
        },
        {
          id: 'optionType',
          kind: 'choice',
          slot: { path: 'inputs.option_type' },
          options: [
            { value: 'static', words: 'optionStatic' },
            { value: 'dynamic', words: 'optionDynamic' },
          ],
          when: byOption,
        },
        { id: 'options', kind: 'options', path: 'inputs.options', most: 26, fallback: 'other', when: byOption },
        {
          id: 'dynamicOption',
          kind: 'value',
          path: 'inputs.dynamic_option',
          type: { type: 'list', schema: { type: 'string' } },
          when: byOption,
        },
        { id: 'extract', kind: 'toggle', slot: { path: 'inputs.extra_output' }, when: byText },
        { id: 'limit', kind: 'number', slot: { path: 'inputs.limit' }, min: 1, max: 5, initial: 3, when: byText },
        {
          id: 'questionSystem',
          kind: 'prompt',
          slot: { path: 'inputs.llmParam.systemPrompt' },
          rows: 3,
          when: whenIs('inputs.extra_output', true),
        },
      ],
    },
    outputSection('tree'),
  ],
  rows: (node) => {
    const inputsRaw = inputsOf(node)
    const asked: CardRow[] = [{ label: 'ask', pieces: [{ text: cut(textField(inputsRaw, 'question')) }] }]
    const ports = questionPorts(node)
    if (ports.length < 2 || !ports.some((port) => port.words === 'option')) return [...asked, ...outputRow(node.data)]
    return [...asked, ...branchRows(ports)]
  },
}

/** A row for each named branch, and one for the rest. */
export function branchRows(ports: ReturnType<typeof questionPorts>): CardRow[] {
  return ports
    .filter((port) => port.words === 'option' || port.words === 'other')
    .map((port) => ({
      label: port.words === 'other' ? 'other' : port.place === undefined ? 'options' : 'option',
      ...(port.place === undefined ? {} : { name: String.fromCharCode(64 + port.place) }),
      pieces: port.words === 'other' ? [{ word: 'anythingElse' }] : [{ text: cut(port.name ?? '') }],
      port: port.id,
    }))
}
