import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Values } from '#values/own.ts'
import {
  type Canvas,
  canvas,
  chain,
  end,
  endText,
  int,
  llm,
  loop,
  node,
  output,
  params,
  ref,
  selector,
  start,
  str,
  text,
  variable,
  vars,
} from './canvas.ts'

/** Placeholders for a model and an address that answers; the runner of a rule replaces them. */
export const modelMark = '@model@'
export const addressMark = '@address@'

/** Behaviour that people rely on when they run a workflow; every way of running one must follow it. */
export interface Rule {
  name: string
  canvas: Canvas
  input?: Values
  /** The replies of the model, one per call, streamed three characters at a time. */
  says?: string[]
  answers?: string[]
  expect: {
    output?: Values
    /** The answer of the end node. */
    text?: string
    error?: { code: number; node: string; message: RegExp }
    /** The run is refused before anything runs. */
    isRefused?: true
    /** Text of message nodes by id, with pieces joined by `|`. */
    messages?: Record<string, string>
    /** Numbers of the messages of a node. */
    sequence?: Record<string, number[]>
    /** Warnings by node id. */
    warnings?: Record<string, string>
    /** Number of model calls that count for the whole run. */
    calls?: number
  }
  /** Runs one node alone. */
  alone?: { node: string; input: Values; output?: Values; error?: RegExp }
}

const model = { settings: { modelType: modelMark } }
const parsing = (type: Values): Canvas =>
  chain(
    start('t'),
    node('59', '10', { inputParameters: params({ input: ref('s.t') }) }, [{ name: 'output', ...type }]),
    end({ r: { ...ref('10.output', 'object'), ...type } }),
  )
const asking = (extra: Values, outputs: Values[]) =>
  node(
    '18',
    '10',
    {
      question: 'Which?',
      answer_type: 'text',
      limit: 2,
      llmParam: { modelType: modelMark },
      inputParameters: [],
      ...extra,
    },
    outputs,
  )
const choosing = canvas(
  [
    start(),
    asking(
      { answer_type: 'option', option_type: 'static', options: [{ name: 'red' }, { name: 'blue' }] },
      vars('optionId', 'optionContent'),
    ),
    end({ id: ref('10.optionId'), c: ref('10.optionContent') }),
  ],
  's>10',
  '10:branch_0>e',
  '10:branch_1>e',
  '10:default>e',
)
const extracting = chain(
  start(),
  asking({ extra_output: true }, [
    ...vars('USER_RESPONSE'),
    variable('name', 'string', { required: true }),
    variable('age', 'integer'),
  ]),
  end({ n: ref('10.name') }),
)
const { engine } = ErrorCode

export const rules: Rule[] = [
  {
    name: 'a JSON node fails when its input is not JSON',
    canvas: parsing({ type: 'object', schema: vars('n:integer') }),
    input: { t: '{oops' },
    expect: { error: { code: engine.outputParse, node: '10', message: /not valid JSON/ } },
    alone: { node: '10', input: { input: '{oops' }, error: /not valid JSON/ },
  },
  {
    name: 'a JSON node fails when the root has another type',
    canvas: parsing({ type: 'object', schema: vars('n:integer') }),
    input: { t: '[1]' },
    expect: { error: { code: engine.outputParse, node: '10', message: /is a list/ } },
    alone: { node: '10', input: { input: '[1]' }, error: /is a list/ },
  },
  {
    name: 'single fields that do not fit become null with a warning',
    canvas: parsing({ type: 'object', schema: vars('n:integer', 's') }),
    input: { t: '{"n":"x","s":"y"}' },
    expect: { output: { r: { n: null, s: 'y' } }, warnings: { '10': 'field output.n is not integer' } },
    alone: { node: '10', input: { input: '{"n":"x","s":"y"}' }, output: { output: { n: null, s: 'y' } } },
  },
  {
    name: 'an address may have blanks around it',
    canvas: chain(
      start(),
      node(
        '45',
        '10',
        { apiInfo: { method: 'GET', url: `  ${addressMark}\n` }, body: { bodyType: 'EMPTY', bodyData: {} } },
        vars('body', 'statusCode:integer', 'headers'),
      ),
      end({ r: ref('10.statusCode', 'integer') }),
    ),
    expect: { output: { r: 200 } },
  },
  {
    name: 'a streamed answer streams through every node that shows it, also the end',
    canvas: chain(
      start(),
      llm('10', 'q', {}, vars('output'), model),
      output('11', 'say: {{x}}', { x: ref('10.output') }, true),
      endText('<{{x}}>', { x: ref('10.output') }, true),
    ),
    says: ['abcdefgh'],
    expect: {
      text: '<abcdefgh>',
      messages: { '11': 'say: abc|def|gh|', '900001': '<abc|def|gh|>' },
      calls: 1,
    },
    alone: { node: '10', input: {}, output: { output: 'abcdefgh' } },
  },
  {
    name: 'messages are numbered on over the rounds of a loop',
    canvas: chain(
      start(),
      loop('11', 'count', {
        count: int('3'),
        blocks: [output('12', 'x{{i}}', { i: ref('11.index', 'integer') })],
        lines: ['in>12>out'],
      }),
      end(),
    ),
    expect: { output: {}, sequence: { '12': [0, 1, 2] } },
    alone: { node: '12', input: { i: 5 }, output: { output: 'x5' } },
  },
  ...[
    ['text', 'blue'],
    ['letter', 'b'],
    ['number', '2'],
  ].map(([what, answer]): Rule => ({
    name: `a question answered with the ${what} of an option asks no model`,
    canvas: choosing,
    answers: [answer!],
    expect: { output: { id: 'B', c: 'blue' }, calls: 0 },
  })),
  {
    name: 'a question that runs out of rounds fails its node',
    canvas: extracting,
    says: ['{"fields":{}}', '{"fields":{}}'],
    answers: ['x', 'y'],
    expect: { error: { code: engine.executeFail, node: '10', message: /name: not given in 2 answers/ }, calls: 2 },
  },
  {
    name: 'tokens are added up over all interruptions',
    canvas: extracting,
    says: ['{"fields":{"age":36}}', '{"fields":{"name":"Ada"}}'],
    answers: ['36', 'Ada'],
    expect: { output: { n: 'Ada' }, calls: 2 },
  },
  {
    name: 'a text and a number are not equal',
    canvas: canvas(
      [
        start('a'),
        selector('10', { left: ref('s.a'), op: 1, right: int('3') }, { left: int('3'), op: 1, right: str('3') }),
        text('11', 'equal'),
        text('12', 'not equal'),
        end({ yes: ref('11.output'), no: ref('12.output') }),
      ],
      's>10',
      '10:true>11>e',
      '10:true_1>11>e',
      '10:false>12>e',
    ),
    input: { a: '3' },
    expect: { output: { yes: '', no: 'not equal' } },
    alone: { node: '10', input: { left_0_0: '3', right_0_0: 3 }, output: { result: 'pass to else branch' } },
  },
  {
    name: 'a missing required input is refused before the run starts',
    canvas: chain(start('a!'), end({ r: ref('s.a') })),
    expect: { error: { code: engine.missingParam, node: '100001', message: /"a" is missing/ }, isRefused: true },
  },
  {
    name: 'a node runs alone whatever state the rest of the canvas is in',
    canvas: {
      nodes: [
        start(),
        text('10', '<{{x}}>', { x: ref('404.gone') }),
        node('777', '11', {}),
        node('9', '12', { workflowId: '' }),
        end({ r: ref('10.output') }),
      ],
      edges: [{ sourceNodeID: '12', targetNodeID: '405' }],
    },
    expect: { error: { code: engine.compile, node: '', message: /./ }, isRefused: true },
    alone: { node: '10', input: { x: 'X' }, output: { output: '<X>' } },
  },
]
