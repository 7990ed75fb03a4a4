import { expect } from 'vitest'
import { codes } from '../../errors.ts'
import type { ModelRequest } from '../../ports.ts'
import {
  batch,
  canvas,
  chain,
  code,
  end,
  int,
  listOf,
  llm,
  loop,
  node,
  params,
  ref,
  refList,
  selector,
  start,
  str,
  subWorkflow,
  text,
  vars,
  variable,
} from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { Values } from '../../values/own.ts'

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

export const interrupts: Case[] = [
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
    name: 'nodes beside a question go on while it waits',
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
  {
    name: 'an answer in free words is classified by the model',
    ...chosen((request) => (request.purpose === 'classify-option' ? '0' : 'x')),
    answers: ['the warm one'],
    expect: { output: { id: 'A', c: 'red', r: 'R', b: '', o: '' } },
  },
  {
    name: 'an answer that means no option takes the other way',
    ...chosen(() => '-1'),
    answers: ['green'],
    expect: { output: { id: 'other', c: 'green', r: '', b: '', o: 'other' } },
  },
  {
    name: 'a number that is no option takes the other way',
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
    expect: { error: { code: codes.optionsEmpty, node: '10' } },
  },
  {
    name: 'fields are drawn from an answer',
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
    name: 'after the last round a missing field is null with a warning',
    canvas: chain(start(), extracting, end({ r: ref('10.USER_RESPONSE') })),
    answers: ['x', 'y'],
    world: { model: () => '{"fields":{}}' },
    expect: {
      output: { r: 'y' },
      nodes: { '10': { USER_RESPONSE: 'y', name: null, age: null } },
      warnings: { '10': 'field name was not given in 2 answers' },
    },
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
    expect: { error: { code: codes.badParam, node: '10', message: /name/ } },
  },
  {
    name: 'a form answered with something else is refused',
    canvas: filled,
    answers: ['hello'],
    expect: { error: { code: codes.badParam, node: '10' } },
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
    expect: { error: { code: codes.compile, node: '10' } },
  },
  {
    name: 'questions are answered first in, first out',
    canvas: canvas(
      [start(), ask('10', 'one?'), ask('11', 'two?'), end({ a: ref('10.USER_RESPONSE'), b: ref('11.USER_RESPONSE') })],
      's>10>e',
      's>11>e',
    ),
    answers: ['1', '2'],
    expect: {
      output: { a: '1', b: '2' },
      interrupts: [
        { type: 2, data: { messages: [asked('10', 'one?')] } },
        { type: 2, data: { messages: [asked('11', 'two?')] } },
      ],
    },
  },
  {
    name: 'a question in every round of a loop',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('2'),
        outputs: { r: refList('21.USER_RESPONSE') },
        blocks: [ask('21', 'round {{i}}?', { i: ref('20.index', 'integer') })],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    answers: ['a', 'b'],
    expect: {
      output: { r: ['a', 'b'] },
      interrupts: [
        { type: 2, data: { messages: [asked('21', 'round 0?')] } },
        { type: 2, data: { messages: [asked('21', 'round 1?')] } },
      ],
    },
  },
  {
    name: 'loop variables survive a question',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('2'),
        variables: { v: str('') },
        outputs: { v: ref('20.v') },
        blocks: [
          ask('21', '?'),
          text('22', '{{v}}{{a}}', { v: ref('20.v'), a: ref('21.USER_RESPONSE') }),
          node('20', '23', { inputParameters: [{ left: ref('20.v'), right: ref('22.output') }] }),
        ],
        lines: ['in>21>22>23>out'],
      }),
      end({ v: ref('20.v') }),
    ),
    answers: ['x', 'y'],
    expect: { output: { v: 'xy' } },
  },
  {
    name: 'items of a batch ask together, even one at a time',
    canvas: chain(
      start('l:list<string>'),
      batch('30', {
        inputs: { item: refList('s.l') },
        together: 1,
        outputs: { r: refList('31.USER_RESPONSE') },
        blocks: [ask('31', '{{x}}?', { x: ref('30.item') })],
        lines: ['in>31>out'],
      }),
      end({ r: refList('30.r') }),
    ),
    input: { l: ['a', 'b', 'c'] },
    expect: {
      status: 'interrupted',
      interrupts: ['a', 'b', 'c'].map((one) => ({ type: 2, data: { messages: [asked('31', `${one}?`)] } })),
    },
  },
  {
    name: 'items of a batch are answered one after the other',
    canvas: chain(
      start('l:list<string>'),
      batch('30', {
        inputs: { item: refList('s.l') },
        outputs: { r: refList('31.USER_RESPONSE') },
        blocks: [ask('31', '{{x}}?', { x: ref('30.item') })],
        lines: ['in>31>out'],
      }),
      end({ r: refList('30.r') }),
    ),
    input: { l: ['a', 'b'] },
    answers: ['1', '2'],
    expect: { output: { r: ['1', '2'] } },
  },
  {
    name: 'a question inside a sub-workflow',
    canvas: chain(start(), subWorkflow('10', 'asker', {}, vars('r')), end({ r: ref('10.r') })),
    world: { workflows: { asker: chain(start(), ask('5', 'deep?'), end({ r: ref('5.USER_RESPONSE') })) } },
    answers: ['yes'],
    expect: { output: { r: 'yes' }, interrupts: [{ type: 2, data: { messages: [asked('5', 'deep?')] } }] },
  },
  {
    name: 'a question inside a sub-workflow inside a loop',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('2'),
        outputs: { r: refList('21.r') },
        blocks: [subWorkflow('21', 'asker', {}, vars('r'))],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    world: { workflows: { asker: chain(start(), ask('5', 'deep?'), end({ r: ref('5.USER_RESPONSE') })) } },
    answers: ['p', 'q'],
    expect: { output: { r: ['p', 'q'] } },
  },
  {
    name: 'a question inside a tool of a model',
    canvas: chain(
      start(),
      llm('10', 'go', {}, vars('output'), {
        fcParam: { workflowFCParam: { workflowList: [{ workflow_id: 'asker' }] } },
      }),
      end({ r: ref('10.output') }),
    ),
    world: {
      workflows: { asker: chain(start(), ask('5', 'deep?'), end({ r: ref('5.USER_RESPONSE') })) },
      model: (request) => {
        const last = request.messages.findLast((one) => one.role === 'tool')
        return last
          ? `got ${String(last.content)}`
          : { text: '', toolCalls: [{ id: 'c', name: 'ts_asker_asker', arguments: '{}' }] }
      },
    },
    answers: ['yes'],
    expect: {
      output: { r: 'got {"r":"yes"}' },
      interrupts: [{ type: 2, data: { messages: [asked('5', 'deep?')] } }],
      asked: (world) => expect(world.asked.filter((one) => one.port === 'model')).toHaveLength(2),
    },
  },
  {
    name: 'a question on a branch that is not taken is not asked',
    canvas: canvas(
      [
        start('a'),
        selector('10', { left: ref('s.a'), op: 1, right: str('x') }),
        ask('11', 'never?'),
        end({ r: str('done') }),
      ],
      's>10',
      '10:true>11>e',
      '10:false>e',
    ),
    expect: { output: { r: 'done' } },
  },
  {
    name: 'a form in a batch',
    canvas: chain(
      start(),
      batch('30', {
        inputs: { item: listOf('string', '["12","2"]') },
        outputs: { r: refList('31.name') },
        blocks: [{ ...form(formSchema), id: '31' }],
        lines: ['in>31>out'],
      }),
      end({ r: refList('30.r') }),
    ),
    answers: ['{"name":"p"}', '{"name":"q"}'],
    expect: { output: { r: ['p', 'q'] } },
  },
]
