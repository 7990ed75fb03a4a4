import { expect } from 'vitest'
import {
  batch,
  canvas,
  chain,
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
const form = (schema: Values[]) => node('30', '10', { outputSchema: JSON.stringify(schema) }, schema)
const formSchema = [variable('name', 'string', { required: true }), variable('age', 'integer')]

export const nestedQuestions: Case[] = [
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
    name: 'items of a batch ask together, even with a concurrency of one',
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
      interrupts: ['a', 'b', 'c'].map((item) => ({ type: 2, data: { messages: [asked('31', `${item}?`)] } })),
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
        const last = request.messages.findLast((message) => message.role === 'tool')
        return last
          ? `got ${String(last.content)}`
          : { text: '', toolCalls: [{ id: 'c', name: 'ts_asker_asker', arguments: '{}' }] }
      },
    },
    answers: ['yes'],
    expect: {
      output: { r: 'got {"r":"yes"}' },
      interrupts: [{ type: 2, data: { messages: [asked('5', 'deep?')] } }],
      asked: (world) => expect(world.asked.filter((item) => item.port === 'model')).toHaveLength(2),
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
