import { describe, expect, test } from 'vitest'
import {
  batch,
  canvas,
  chain,
  end,
  global,
  int,
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
} from '#testing/canvas.ts'
import { allCases } from '#testing/all-cases.ts'
import { compile } from './compile.ts'
import { validate, type ValidateOptions } from './validate.ts'

interface Check {
  name: string
  canvas: unknown
  options?: ValidateOptions
  /** The node or line, and the message. */
  issues: (readonly [string, RegExp | string])[]
}

const flag = { left: ref('s.a'), op: 1, right: str('x') }
const sub = chain(start(), subWorkflow('10', '5', {}, vars('r')), end())
const assign = (name: string, type: string, extra = {}) =>
  chain(
    start(),
    node('40', '10', { inputParameters: [{ name, left: global('app', [name], type, extra), input: str('x') }] }),
    end(),
  )
const question = (inputs: object) => node('18', '10', { question: '?', answer_type: 'option', ...inputs })

const checks: Check[] = [
  {
    name: 'a good canvas has no faults',
    canvas: chain(start('a'), text('10', '{{x}}', { x: ref('s.a') }), end({ r: ref('10.output') })),
    issues: [],
  },
  { name: 'something that is no canvas', canvas: '{', issues: [['', /not valid JSON/]] },
  {
    name: 'start is not connected',
    canvas: canvas([start(), text('10', 'x'), end()], '10>e'),
    issues: [
      ['100001', 'node "start" not connected'],
      ['10', /cannot be reached/],
    ],
  },
  {
    name: 'end is not connected',
    canvas: canvas([start(), text('10', 'x'), end()], 's>10'),
    issues: [
      ['10', /"15-10" \(10\) not connected/],
      ['900001', 'node "end" not connected'],
    ],
  },
  {
    name: 'a second end',
    canvas: canvas([start(), end(), { ...end(), id: '900002' }], 's>e'),
    issues: [['900002', /second start or end/]],
  },
  {
    name: 'a node that leads nowhere',
    canvas: canvas([start(), text('10', 'x'), end()], 's>10', 's>e'),
    issues: [['10', /not connected/]],
  },
  {
    name: 'a node without any line is ignored',
    canvas: { ...chain(start(), end()), nodes: [start(), text('10', 'x'), end()] },
    issues: [],
  },
  {
    name: 'an open port of a selector',
    canvas: canvas([start('a'), selector('10', flag, flag), end()], 's>10', '10:true>e'),
    issues: [['10', /port "true_1" not connected; .*port "false" not connected/]],
  },
  {
    name: 'all ports of a selector',
    canvas: canvas([start('a'), selector('10', flag), end()], 's>10', '10:true>e', '10:false>e'),
    issues: [],
  },
  {
    name: 'open ports of an intent',
    canvas: canvas(
      [start(), node('22', '10', { intents: [{ name: 'a' }, { name: 'b' }] }), end()],
      's>10',
      '10:branch_0>e',
    ),
    issues: [['10', /port "branch_1".*port "default"/]],
  },
  {
    name: 'open ports of a question with options',
    canvas: canvas(
      [start(), question({ option_type: 'static', options: [{ name: 'a' }, { name: 'b' }] }), end()],
      's>10',
      '10:branch_0>e',
      '10:default>e',
    ),
    issues: [['10', /port "branch_1"/]],
  },
  {
    name: 'ports of a question with options from a list',
    canvas: canvas(
      [start('l:list<string>'), question({ option_type: 'dynamic', dynamic_option: refList('s.l') }), end()],
      's>10',
      '10:branch_0>e',
      '10:default>e',
    ),
    issues: [],
  },
  {
    name: 'the error branch must be connected',
    canvas: canvas(
      [start(), llm('10', 'x', {}, vars('output'), { settingOnError: { processType: 3 } }), end()],
      's>10',
      '10:default>e',
    ),
    issues: [['10', /port "branch_error"/]],
  },
  {
    name: 'the error branch is connected',
    canvas: canvas(
      [start(), llm('10', 'x', {}, vars('output'), { settingOnError: { processType: 3 } }), end()],
      's>10',
      '10:default>e',
      '10:branch_error>e',
    ),
    issues: [],
  },
  {
    name: 'a cycle is reported from target to source',
    canvas: canvas([start(), text('10', 'a'), text('11', 'b'), end()], 's>10>11>10', '11>e'),
    issues: [
      ['11>10', /ring/],
      ['10>11', /ring/],
    ],
  },
  {
    name: 'a node with a line to itself',
    canvas: canvas([start(), text('10', 'a'), end()], 's>10>e', '10>10'),
    issues: [['10>10', /ring/]],
  },
  {
    name: 'two cycles',
    canvas: canvas(
      [start(), text('10', 'a'), text('11', 'b'), text('12', 'c'), text('13', 'd'), end()],
      's>10>11>10',
      '11>12>13>12',
      '13>e',
    ),
    issues: [
      ['11>10', /ring/],
      ['10>11', /ring/],
      ['13>12', /ring/],
      ['12>13', /ring/],
    ],
  },
  {
    name: 'a reference to a node that does not exist names both in this order',
    canvas: chain(start(), end({ r: ref('404.x') })),
    issues: [['900001', 'the node id "900001" on which node id "404" depends does not exist']],
  },
  {
    name: 'a reference to a node that is not connected',
    canvas: {
      ...chain(start(), end({ r: ref('10.output') })),
      nodes: [start(), text('10', 'x'), end({ r: ref('10.output') })],
    },
    issues: [['900001', /"10" depends does not exist/]],
  },
  {
    name: 'a reference without a node',
    canvas: chain(
      start(),
      end({ r: { type: 'string', value: { type: 'ref', content: { source: 'block-output', name: 'x' } } } }),
    ),
    issues: [['900001', /not found \[blockID\]/]],
  },
  {
    name: 'references in conditions are checked',
    canvas: canvas([start(), selector('10', { left: ref('404.x'), op: 9 }), end()], 's>10', '10:true>e', '10:false>e'),
    issues: [['10', /"404"/]],
  },
  ...['1a', 'a-b', '', 'a b', 'ä'].map((name): Check => ({
    name: `the parameter name "${name}"`,
    canvas: chain(start(), end({ [name]: str('x') })),
    issues: [['900001', /must begin with a letter/]],
  })),
  ...['a', '_', 'A1_b'].map((name): Check => ({
    name: `the parameter name "${name}"`,
    canvas: chain(start(), end({ [name]: str('x') })),
    issues: [],
  })),
  {
    name: 'a loop inside a batch',
    canvas: chain(
      start(),
      batch('30', {
        inputs: {},
        blocks: [loop('31', 'count', { blocks: [text('32', 'x')], lines: ['in>32>out'] })],
        lines: ['in>31>out'],
      }),
      end(),
    ),
    issues: [['30', 'composite nodes such as batch/loop cannot be nested']],
  },
  {
    name: 'inside a loop: a node that leads nowhere',
    canvas: chain(start(), loop('20', 'count', { blocks: [text('21', 'x')], lines: ['in>21'] }), end()),
    issues: [
      ['21', /not connected/],
      ['20', /with its end/],
    ],
  },
  {
    name: 'inside a loop: no start',
    canvas: chain(start(), loop('20', 'count', { blocks: [text('21', 'x')], lines: ['21>out'] }), end()),
    issues: [
      ['21', /cannot be reached/],
      ['20', /with its beginning/],
    ],
  },
  {
    name: 'inside a loop: Break needs no outgoing line',
    canvas: chain(start(), loop('20', 'infinite', { blocks: [node('19', '21', {})], lines: ['in>21'] }), end()),
    issues: [],
  },
  {
    name: 'inside a loop: references to nodes outside, to the loop and to other inner nodes',
    canvas: chain(
      start('a'),
      loop('20', 'count', {
        count: int('1'),
        outputs: { r: refList('22.output') },
        blocks: [
          text('21', '{{i}}{{a}}', { i: ref('20.index', 'integer'), a: ref('s.a') }),
          text('22', '{{x}}', { x: ref('21.output') }),
        ],
        lines: ['in>21>22>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    issues: [],
  },
  {
    name: 'inside a loop: a reference to a node that does not exist',
    canvas: chain(
      start(),
      loop('20', 'count', { blocks: [text('21', '{{x}}', { x: ref('404.y') })], lines: ['in>21>out'] }),
      end(),
    ),
    issues: [['21', /"404"/]],
  },
  {
    name: 'a node in batch mode refers to its own items',
    canvas: chain(
      start('l:list<string>'),
      llm(
        '10',
        '{{x}}',
        { x: ref('10.item1') },
        [{ name: 'outputList', type: 'list', schema: { type: 'object', schema: vars('output') } }],
        { batch: { batchEnable: true, inputLists: params({ item1: refList('s.l') }) } },
      ),
      end(),
    ),
    issues: [],
  },
  {
    name: 'an unknown type',
    canvas: chain(start(), node('777', '10', {}), end()),
    issues: [['10', /unsupported block type 777/]],
  },
  { name: 'a sub-workflow that is unchanged', canvas: sub, options: { terminateOf: () => 'variables' }, issues: [] },
  {
    name: 'a sub-workflow that now returns an answer',
    canvas: sub,
    options: { terminateOf: () => 'answer' },
    issues: [['10', 'sub workflow has been modified, please refresh the page']],
  },
  {
    name: 'a sub-workflow that no longer exists',
    canvas: sub,
    options: { terminateOf: () => undefined },
    issues: [['10', 'sub workflow has been modified, please refresh the page']],
  },
  {
    name: 'a sub-workflow without a required input',
    canvas: sub,
    options: { terminateOf: () => 'variables', requiredOf: () => ['city'] },
    issues: [['10', /does not give "city"/]],
  },
  {
    name: 'a sub-workflow with an empty text for a required input',
    canvas: chain(start(), subWorkflow('10', '5', { city: str('') }, vars('r')), end()),
    options: { terminateOf: () => 'variables', requiredOf: () => ['city'] },
    issues: [],
  },
  {
    name: 'a sub-workflow with all required inputs',
    canvas: chain(start('a'), subWorkflow('10', '5', { city: ref('s.a') }, vars('r')), end()),
    options: { terminateOf: () => 'variables', requiredOf: () => ['city'] },
    issues: [],
  },
  {
    name: 'a global variable of the same type',
    canvas: assign('x', 'string'),
    options: { globals: { 'app.x': 'string' } },
    issues: [],
  },
  {
    name: 'a global variable of another type',
    canvas: assign('x', 'string'),
    options: { globals: { 'app.x': 'integer' } },
    issues: [['10', /"x" .* another type/]],
  },
  {
    name: 'a global list with another element type',
    canvas: assign('x', 'list', { schema: { type: 'string' } }),
    options: { globals: { 'app.x': 'list<integer>' } },
    issues: [['10', /another type/]],
  },
  {
    name: 'a global variable that no longer exists',
    canvas: chain(start(), text('10', '{{x}}{{y}}', { x: global('app', ['gone']), y: global('app', ['here']) }), end()),
    options: { globals: { 'app.here': 'string' } },
    issues: [['10', /"gone" .* does not exist/]],
  },
  {
    name: 'a line to a node that does not exist',
    canvas: canvas([start(), end()], 's>e', 's>404'),
    issues: [['100001>404', /"404", which does not exist/]],
  },
  {
    name: 'a value of another type assigned to a variable',
    canvas: assign('x', 'integer'),
    issues: [['10', /"x" .* is integer, but it is given string/]],
  },
  {
    name: 'an output assigned to a variable after its type has changed',
    canvas: chain(
      start('n:integer'),
      node('40', '10', { inputParameters: [{ name: 'x', left: global('app', ['x']), input: ref('s.n') }] }),
      end(),
    ),
    issues: [['10', /is string, but it is given integer/]],
  },
  {
    name: 'an integer assigned to a float',
    canvas: chain(
      start('n:integer'),
      node('40', '10', {
        inputParameters: [{ name: 'x', left: global('app', ['x'], 'float'), input: ref('s.n', 'integer') }],
      }),
      end(),
    ),
    issues: [],
  },
  {
    name: 'a value of another type assigned to a loop variable',
    canvas: chain(
      start(),
      loop('20', 'count', {
        variables: { v: str('') },
        blocks: [node('20', '21', { inputParameters: [{ left: ref('20.v'), right: ref('20.index', 'integer') }] })],
        lines: ['in>21>out'],
      }),
      end(),
    ),
    issues: [['21', /"v" .* is string, but it is given integer/]],
  },
  {
    name: 'every node whose settings keep the run from starting',
    canvas: chain(
      start(),
      node('9', '10', { workflowId: '' }),
      text('11', '{{x}}', { x: int('abc') }),
      loop('20', 'infinite', { blocks: [text('21', 'x')], lines: ['in>21>out'] }),
      node('19', '12', {}),
      end({ r: ref('404.x') }),
    ),
    issues: [
      ['900001', /"404"/],
      ['10', /no workflow is chosen/],
      ['11', /not integer/],
      ['20', /needs a Break/],
      ['12', /only works inside a loop/],
    ],
  },
  {
    name: 'an unconnected node does not keep the run from starting',
    canvas: { ...chain(start(), end()), nodes: [start(), node('9', '10', { workflowId: '' }), end()] },
    issues: [],
  },
  {
    name: 'a fault that only the compiler finds',
    canvas: chain(start(), node('5', '10', { language: 9 }), end()),
    issues: [['10', /code language 9/]],
  },
]

describe('validate', () => {
  test.each(checks.map((check) => [check.name, check] as const))(
    '%s',
    (_name, { canvas: drawing, options, issues }) => {
      const found = validate(drawing, options)
      const where = found.map((item) => (item.path ? `${item.path.start}>${item.path.end}` : item.nodeId))
      expect(where).toEqual(issues.map(([at]) => at))
      found.forEach((item, i) => expect(item.message).toMatch(issues[i]![1]))
      expect(found.every((item) => (item.type === 2) === (item.path !== undefined))).toBe(true)
    },
  )

  test('everything that the compiler refuses is an issue with its own code', () => {
    const refused = Object.values(allCases)
      .flat()
      .filter((item) => {
        try {
          compile(structuredClone(item.canvas))
          return false
        } catch {
          return true
        }
      })
    expect(refused.length).toBeGreaterThan(20)
    const unnamed = refused.filter(
      (item) => !validate(structuredClone(item.canvas)).some(({ code }) => code !== 'other'),
    )
    expect(unnamed.map((item) => item.name)).toEqual([])
  })

  test('validating and compiling run no code of the canvas', () => {
    const drawing = chain(
      start(),
      node('5', '10', { code: 'globalThis.touched = 1', language: 5 }),
      text('11', '${globalThis.touched = 1} {{constructor.constructor("globalThis.touched = 1")()}}'),
      end(),
    )
    expect(validate(drawing)).toEqual([])
    expect(compile(drawing).nodeCount).toBe(4)
    expect((globalThis as { touched?: number }).touched).toBeUndefined()
  })
})
