import { ErrorCode } from '@orrery/contract/shared/error-codes'
import {
  canvas,
  chain,
  code,
  end,
  int,
  listOf,
  loop,
  node,
  output,
  ref,
  refList,
  selector,
  start,
  str,
  text,
  variable,
  vars,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const over = (
  element: string,
  rest: Partial<Parameters<typeof loop>[2]>,
  ends: Record<string, ReturnType<typeof ref>>,
) =>
  chain(
    start(`l:list<${element}>`),
    loop('20', 'array', { inputs: { item: refList('s.l', element) }, blocks: [], lines: [], ...rest }),
    end(ends),
  )
const breaking = (id: string) => node('19', id, {})
const going = (id: string) => node('29', id, {})
const set = (id: string, name: string, right: ReturnType<typeof ref>, type = 'string') =>
  node('20', id, { inputParameters: [{ left: ref(`20.${name}`, type), right }] })

export const loops: Case[] = [
  {
    name: 'a list is iterated in order',
    canvas: over(
      'string',
      {
        outputs: { r: refList('21.output') },
        blocks: [text('21', '<{{x}}>', { x: ref('20.item') })],
        lines: ['in>21>out'],
      },
      { r: refList('20.r') },
    ),
    input: { l: ['a', 'b', 'c'] },
    expect: { output: { r: ['<a>', '<b>', '<c>'] }, nodes: { '20#1/21': { output: '<b>' } } },
  },
  {
    name: 'fields of the current element',
    canvas: over(
      'object',
      {
        inputs: { item: refList('s.l', 'object') },
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{x}}', { x: ref('20.item.name') })],
        lines: ['in>21>out'],
      },
      { r: refList('20.r') },
    ),
    input: { l: [{ name: 'a' }, { name: 'b' }] },
    expect: { output: { r: ['a', 'b'] } },
  },
  {
    name: 'the number of the round counts from 0',
    canvas: over(
      'string',
      {
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{i}}{{x}}', { i: ref('20.index', 'integer'), x: ref('20.item') })],
        lines: ['in>21>out'],
      },
      { r: refList('20.r') },
    ),
    input: { l: ['a', 'b'] },
    expect: { output: { r: ['0a', '1b'] } },
  },
  {
    name: 'the shortest list determines the number of rounds',
    canvas: chain(
      start('a:list<string>', 'b:list<string>'),
      loop('20', 'array', {
        inputs: { x: refList('s.a'), y: refList('s.b') },
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{x}}{{y}}', { x: ref('20.x'), y: ref('20.y') })],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    input: { a: ['1', '2', '3'], b: ['p', 'q'] },
    expect: { output: { r: ['1p', '2q'] } },
  },
  {
    name: 'an empty list gives empty results',
    canvas: over(
      'string',
      { outputs: { r: refList('21.output') }, blocks: [text('21', 'x')], lines: ['in>21>out'] },
      { r: refList('20.r') },
    ),
    input: { l: [] },
    expect: { output: { r: [] } },
  },
  {
    name: 'a missing list gives empty results',
    canvas: over(
      'string',
      { outputs: { r: refList('21.output') }, blocks: [text('21', 'x')], lines: ['in>21>out'] },
      { r: refList('20.r') },
    ),
    expect: { output: { r: [] } },
  },
  {
    name: 'a fixed number of rounds',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('3'),
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{i}}', { i: ref('20.index', 'integer') })],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    expect: { output: { r: ['0', '1', '2'] } },
  },
  {
    name: 'the number of rounds may be a reference',
    canvas: chain(
      start('n:integer'),
      loop('20', 'count', {
        count: ref('s.n', 'integer'),
        outputs: { r: refList('21.output') },
        blocks: [text('21', 'x')],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    input: { n: '2' },
    expect: { output: { r: ['x', 'x'] } },
  },
  {
    name: 'a negative number of rounds is none',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('-1'),
        outputs: { r: refList('21.output') },
        blocks: [text('21', 'x')],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    expect: { output: { r: [] } },
  },
  {
    name: 'a variable is passed from round to round',
    canvas: over(
      'string',
      {
        variables: { sum: str('0') },
        outputs: { last: ref('20.sum') },
        blocks: [text('21', '{{s}}{{x}}', { s: ref('20.sum'), x: ref('20.item') }), set('22', 'sum', ref('21.output'))],
        lines: ['in>21>22>out'],
      },
      { last: ref('20.last') },
    ),
    input: { l: ['a', 'b', 'c'] },
    expect: { output: { last: '0abc' } },
  },
  {
    name: 'the first value of a variable may be a reference',
    canvas: chain(
      start('a', 'l:list<string>'),
      loop('20', 'array', {
        inputs: { item: refList('s.l') },
        variables: { v: ref('s.a') },
        outputs: { last: ref('20.v') },
        blocks: [text('21', 'x')],
        lines: ['in>21>out'],
      }),
      end({ last: ref('20.last') }),
    ),
    input: { a: 'A', l: ['1'] },
    expect: { output: { last: 'A' } },
  },
  {
    name: 'variables are exchanged: all values are read before any is set',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('3'),
        variables: { a: str('A'), b: str('B') },
        outputs: { a: ref('20.a'), b: ref('20.b') },
        blocks: [
          node('20', '21', {
            inputParameters: [
              { left: ref('20.a'), right: ref('20.b') },
              { left: ref('20.b'), right: ref('20.a') },
            ],
          }),
        ],
        lines: ['in>21>out'],
      }),
      end({ a: ref('20.a'), b: ref('20.b') }),
    ),
    expect: { output: { a: 'B', b: 'A' } },
  },
  {
    name: 'a variable has the type it was declared with',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('1'),
        variables: { n: int('0') },
        outputs: { n: ref('20.n', 'integer') },
        blocks: [set('21', 'n', str('41'), 'integer')],
        lines: ['in>21>out'],
      }),
      end({ n: ref('20.n', 'integer') }),
    ),
    expect: { output: { n: 41 } },
  },
  {
    name: 'Break ends the loop after its round',
    canvas: over(
      'string',
      {
        outputs: { r: refList('22.output') },
        blocks: [
          selector('21', { left: ref('20.item'), op: 1, right: str('b') }),
          text('22', '{{x}}', { x: ref('20.item') }),
          breaking('23'),
        ],
        lines: ['in>21', '21:true>23', '21:false>22>out'],
      },
      { r: refList('20.r') },
    ),
    input: { l: ['a', 'b', 'c'] },
    expect: { output: { r: ['a'] } },
  },
  {
    name: 'an infinite loop runs until Break',
    canvas: chain(
      start(),
      loop('20', 'infinite', {
        outputs: { r: refList('22.output') },
        blocks: [
          selector('21', { left: ref('20.index', 'integer'), op: 14, right: int('3') }),
          text('22', '{{i}}', { i: ref('20.index', 'integer') }),
          breaking('23'),
        ],
        lines: ['in>21', '21:true>23', '21:false>22>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    expect: { output: { r: ['0', '1', '2'] } },
  },
  {
    name: 'Continue skips the rest of a round',
    canvas: over(
      'string',
      {
        outputs: { r: refList('22.output') },
        blocks: [
          selector('21', { left: ref('20.item'), op: 1, right: str('b') }),
          text('22', '{{x}}', { x: ref('20.item') }),
          going('23'),
        ],
        lines: ['in>21', '21:true>23', '21:false>22>out'],
      },
      { r: refList('20.r') },
    ),
    input: { l: ['a', 'b', 'c'] },
    expect: { output: { r: ['a', 'c'] } },
  },
  {
    name: 'nodes inside read nodes outside',
    canvas: chain(
      start('l:list<string>'),
      text('10', 'pre'),
      loop('20', 'array', {
        inputs: { item: refList('s.l') },
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{p}}-{{x}}', { p: ref('10.output'), x: ref('20.item') })],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    input: { l: ['a'] },
    expect: { output: { r: ['pre-a'] } },
  },
  {
    name: 'a loop waits for a node outside that only its body reads',
    canvas: canvas(
      [
        start('l:list<string>'),
        code('10', 'slow', {}, vars('output')),
        loop('20', 'array', {
          inputs: { item: refList('s.l') },
          outputs: { r: refList('21.output') },
          blocks: [text('21', '{{p}}{{x}}', { p: ref('10.output'), x: ref('20.item') })],
          lines: ['in>21>out'],
        }),
        end({ r: refList('20.r') }),
      ],
      's>10>e',
      's>20>e',
    ),
    input: { l: ['a'] },
    world: { code: { slow: async () => ({ output: await new Promise((resolve) => setTimeout(resolve, 5, 'late')) }) } },
    expect: { output: { r: ['latea'] } },
  },
  {
    name: 'asynchronous rounds stay in order',
    canvas: over(
      'integer',
      {
        inputs: { item: refList('s.l', 'integer') },
        outputs: { r: refList('21.v') },
        blocks: [code('21', 'wait', { n: ref('20.item', 'integer') }, vars('v:integer'))],
        lines: ['in>21>out'],
      },
      { r: refList('20.r', 'integer') },
    ),
    input: { l: [3, 1, 2] },
    world: { code: { wait: (p) => new Promise((resolve) => setTimeout(resolve, Number(p.n), { v: p.n })) } },
    expect: { output: { r: [3, 1, 2] } },
  },
  {
    name: 'messages inside a loop are sent in every round',
    canvas: over('string', { blocks: [output('21', 'item {{x}}', { x: ref('20.item') })], lines: ['in>21>out'] }, {}),
    input: { l: ['a', 'b'] },
    expect: { messages: { '20#0/21': 'item a', '20#1/21': 'item b' } },
  },
  {
    name: 'parallel nodes inside a round',
    canvas: over(
      'string',
      {
        outputs: { r: refList('23.output') },
        blocks: [
          text('21', '1{{x}}', { x: ref('20.item') }),
          text('22', '2{{x}}', { x: ref('20.item') }),
          text('23', '{{a}}{{b}}', { a: ref('21.output'), b: ref('22.output') }),
        ],
        lines: ['in>21>23', 'in>22>23', '23>out'],
      },
      { r: refList('20.r') },
    ),
    input: { l: ['a'] },
    expect: { output: { r: ['1a2a'] } },
  },
  {
    name: 'an error in a round fails the loop and names the inner node',
    canvas: over('string', { blocks: [code('21', 'bad', {}, vars('v'))], lines: ['in>21>out'] }, {}),
    input: { l: ['a'] },
    world: {
      code: {
        bad: () => {
          throw new Error('x')
        },
      },
    },
    expect: { error: { code: ErrorCode.engine.codeFail, node: '21' } },
  },
  {
    name: 'a fixed list is iterated',
    canvas: chain(
      start(),
      loop('20', 'array', {
        inputs: { item: listOf('string', '["p","q"]') },
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{x}}', { x: ref('20.item') })],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    expect: { output: { r: ['p', 'q'] } },
  },
  {
    name: 'an object as a loop variable',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('1'),
        variables: { o: { type: 'object', schema: [variable('a')], value: { type: 'literal', content: '{"a":"A"}' } } },
        outputs: { r: refList('21.output') },
        blocks: [text('21', '{{x}}', { x: ref('20.o.a') })],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r') }),
    ),
    expect: { output: { r: ['A'] } },
  },
]
