import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import type { ModelRequest } from '#ports.ts'
import { canvas, chain, code, end, listOf, node, params, ref, refList, start, text, vars, variable } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { Values } from '#values/own.ts'

const ask = (id: string, question: string, inputs = {}, extra: Values = {}, outputs = vars('USER_RESPONSE')) =>
  node(
    '18',
    id,
    { question, answer_type: 'text', limit: 3, llmParam: { modelType: 7 }, inputParameters: params(inputs), ...extra },
    outputs,
  )
const asked = (id: string, content: unknown, i = 0) => ({
  type: 'question',
  content_type: typeof content === 'string' ? 'text' : 'option',
  content,
  id: `${id}_${i}`,
})
const choose = (id: string, options: string[]) =>
  ask(
    id,
    'which?',
    {},
    { answer_type: 'option', option_type: 'static', options: options.map((name) => ({ name })) },
    vars('optionId', 'optionContent'),
  )
const chosen = (model?: (request: ModelRequest) => string) => ({
  canvas: canvas(
    [
      start(),
      choose('10', ['red', 'blue']),
      text('11', 'R'),
      text('12', 'B'),
      text('13', 'other'),
      end({
        id: ref('10.optionId'),
        c: ref('10.optionContent'),
        r: ref('11.output'),
        b: ref('12.output'),
        o: ref('13.output'),
      }),
    ],
    's>10',
    '10:branch_0>11>e',
    '10:branch_1>12>e',
    '10:default>13>e',
  ),
  world: model ? { model } : {},
})
const dynamic = (options: string) =>
  canvas(
    [
      start('l:list<string>'),
      ask(
        '10',
        'pick',
        {},
        {
          answer_type: 'option',
          option_type: 'dynamic',
          dynamic_option: options === 's' ? refList('s.l') : listOf('string', options),
        },
        vars('optionId', 'optionContent'),
      ),
      text('11', 'picked'),
      text('12', 'other'),
      end({ id: ref('10.optionId'), p: ref('11.output'), o: ref('12.output') }),
    ],
    's>10',
    '10:branch_0>11>e',
    '10:default>12>e',
  )
const form = (schema: Values[]) => node('30', '10', { outputSchema: JSON.stringify(schema) }, schema)
const formSchema = [variable('name', 'string', { required: true }), variable('age', 'integer')]
const filled = chain(start(), form(formSchema), end({ n: ref('10.name'), a: ref('10.age', 'integer') }))
const shown = { type: 5, data: { content_type: 'form_schema', content: JSON.stringify(formSchema) } }
const extracting = ask('10', 'Who are you?', {}, { extra_output: true, limit: 2 }, [
  ...vars('USER_RESPONSE'),
  variable('name', 'string', { required: true }),
  variable('age', 'integer'),
])

export const questions: Case[] = [
  {
    name: 'a question waits',
    canvas: chain(start('a'), ask('10', 'how is {{x}}?', { x: ref('s.a') }), end()),
    input: { a: 'life' },
    expect: { status: 'interrupted', interrupts: [{ type: 2, data: { messages: [asked('10', 'how is life?')] } }] },
  },
  {
    name: 'the answer is the output',
    canvas: chain(start(), ask('10', 'how?'), end({ r: ref('10.USER_RESPONSE') })),
    answers: ['fine'],
    expect: { output: { r: 'fine' } },
  },
  {
    name: 'nodes before a question are not run again',
    canvas: chain(
      start(),
      code('5', 'count', {}, vars('n:integer')),
      ask('10', 'how?'),
      end({ n: ref('5.n', 'integer'), r: ref('10.USER_RESPONSE') }),
    ),
    answers: ['ok'],
    world: { code: { count: () => ({ n: 1 }) } },
    expect: { output: { n: 1, r: 'ok' }, asked: (world) => expect(world.asked).toHaveLength(1) },
  },
  {
    name: 'nodes parallel to a question continue while it waits',
    canvas: canvas(
      [
        start(),
        ask('10', 'how?'),
        code('11', 'side', {}, vars('v')),
        end({ r: ref('10.USER_RESPONSE'), v: ref('11.v') }),
      ],
      's>10>e',
      's>11>e',
    ),
    answers: ['ok'],
    world: { code: { side: () => ({ v: 'V' }) } },
    expect: { output: { r: 'ok', v: 'V' }, asked: (world) => expect(world.asked).toHaveLength(1) },
  },
  {
    name: 'an option is picked by its text',
    ...chosen(),
    answers: ['blue'],
    expect: {
      output: { id: 'B', c: 'blue', r: '', b: 'B', o: '' },
      interrupts: [
        {
          type: 2,
          data: { messages: [asked('10', { question: 'which?', options: [{ name: 'red' }, { name: 'blue' }] })] },
        },
      ],
    },
  },
  ...['B', 'b', ' b. ', '(B)', '2', '2)', 'Ｂ', '２、', 'BLUE'].map((answer): Case => ({
    name: `an option is picked by "${answer}" without a model`,
    ...chosen(),
    answers: [answer],
    expect: {
      output: { id: 'B', c: 'blue', r: '', b: 'B', o: '' },
      asked: (world) => expect(world.asked).toEqual([]),
    },
  })),
  {
    name: 'the text of an option counts before its number',
    canvas: dynamic('s'),
    input: { l: ['2', '1'] },
    answers: ['1'],
    expect: { output: { id: 'B', p: 'picked', o: '' }, asked: (world) => expect(world.asked).toEqual([]) },
  },
  {
    name: 'a letter that names no option is classified by the model',
    ...chosen(() => '0'),
    answers: ['C'],
    expect: {
      output: { id: 'A', c: 'red', r: 'R', b: '', o: '' },
      asked: (world) => expect(world.asked).toHaveLength(1),
    },
  },
  {
    name: 'an answer in free words is classified by the model',
    ...chosen((request) => (request.purpose === 'classify-option' ? '0' : 'x')),
    answers: ['the warm one'],
    expect: { output: { id: 'A', c: 'red', r: 'R', b: '', o: '' } },
  },
  {
    name: 'an answer that matches no option takes the other branch',
    ...chosen(() => '-1'),
    answers: ['green'],
    expect: { output: { id: 'other', c: 'green', r: '', b: '', o: 'other' } },
  },
  {
    name: 'a number that is no option takes the other branch',
    ...chosen(() => '17'),
    answers: ['green'],
    expect: { output: { id: 'other', c: 'green', r: '', b: '', o: 'other' } },
  },
  {
    name: 'options may come from a list',
    canvas: dynamic('s'),
    input: { l: ['x', 'y'] },
    answers: ['y'],
    expect: { output: { id: 'B', p: 'picked', o: '' } },
  },
  {
    name: 'of a list the first 26 options are used',
    canvas: dynamic('s'),
    input: { l: Array.from({ length: 30 }, (_, i) => `o${i}`) },
    world: { model: () => '-1' },
    answers: ['o26'],
    expect: { output: { id: 'other', p: '', o: 'other' } },
  },
  {
    name: 'an empty list of options is an error',
    canvas: dynamic('[]'),
    expect: { error: { code: ErrorCode.engine.optionsEmpty, node: '10' } },
  },
  {
    name: 'fields are extracted from an answer',
    canvas: chain(
      start(),
      extracting,
      end({ n: ref('10.name'), a: ref('10.age', 'integer'), r: ref('10.USER_RESPONSE') }),
    ),
    answers: ['Ada, 36'],
    world: { model: () => '{"fields":{"name":"Ada","age":"36"},"question":""}' },
    expect: { output: { n: 'Ada', a: 36, r: 'Ada, 36' } },
  },
  {
    name: 'a missing required field is asked for',
    canvas: chain(start(), extracting, end({ n: ref('10.name'), r: ref('10.USER_RESPONSE') })),
    answers: ['36', 'Ada'],
    world: {
      model: (request) =>
        request.messages.length > 3 ? '{"fields":{"name":"Ada"}}' : '{"fields":{"age":36},"question":"And your name?"}',
    },
    expect: {
      output: { n: 'Ada', r: 'Ada' },
      interrupts: [
        { type: 2, data: { messages: [asked('10', 'Who are you?')] } },
        {
          type: 2,
          data: {
            messages: [
              asked('10', 'Who are you?'),
              { type: 'answer', content_type: 'text', content: '36', id: '10_0' },
              asked('10', 'And your name?', 1),
            ],
          },
        },
      ],
    },
  },
  {
    name: 'a question that runs out of rounds fails its node',
    canvas: chain(start(), extracting, end({ r: ref('10.USER_RESPONSE') })),
    answers: ['x', 'y'],
    world: { model: () => '{"fields":{}}' },
    expect: {
      error: { code: ErrorCode.engine.executeFail, node: '10', message: /name: not given in 2 answers/ },
      usage: { input: 4, output: 2 },
    },
  },
  {
    name: 'tokens are summed over all answers',
    canvas: chain(start(), extracting, end({ n: ref('10.name') })),
    answers: ['36', 'Ada'],
    world: {
      model: (request) => (request.messages.length > 3 ? '{"fields":{"name":"Ada"}}' : '{"fields":{"age":36}}'),
    },
    expect: { output: { n: 'Ada' }, usage: { input: 4, output: 2 } },
  },
  {
    name: 'a form waits and is filled',
    canvas: filled,
    answers: ['{"name":"Ada","age":"36"}'],
    expect: { output: { n: 'Ada', a: 36 }, interrupts: [shown] },
  },
  {
    name: 'a form that lacks a required field is refused',
    canvas: filled,
    answers: ['{"age":1}'],
    expect: { error: { code: ErrorCode.engine.badParam, node: '10', message: /name/ } },
  },
  {
    name: 'a form answered with something else is refused',
    canvas: filled,
    answers: ['hello'],
    expect: { error: { code: ErrorCode.engine.badParam, node: '10' } },
  },
  {
    name: 'in a conversation a form is answered in lines',
    canvas: filled,
    options: { chat: true },
    answers: ['name: Ada\nage: 36'],
    expect: { output: { n: 'Ada', a: 36 } },
  },
  {
    name: 'in a conversation a form is shown again until it is filled',
    canvas: filled,
    options: { chat: true },
    answers: ['what?', 'name：Bo'],
    expect: { output: { n: 'Bo', a: 0 }, interrupts: [shown, shown] },
  },
  {
    name: 'a form that is no JSON is refused',
    canvas: chain(start(), node('30', '10', { outputSchema: '[' }, []), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
]
