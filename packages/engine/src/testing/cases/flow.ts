import { ErrorCode } from '@orrery/contract/shared/error-codes'
import {
  canvas,
  chain,
  code,
  end,
  endText,
  float,
  int,
  ref,
  selector,
  start,
  str,
  text,
  variable,
  vars,
  node,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const flag = { left: ref('s.a'), op: 1, right: str('x') }
const bodyless = { id: '99', type: '31', data: { inputs: { note: 'a remark' } } }

export const flow: Case[] = [
  {
    name: 'nodes run one after the other',
    canvas: chain(
      start('a'),
      text('10', '{{x}}1', { x: ref('s.a') }),
      text('11', '{{x}}2', { x: ref('10.output') }),
      end({ r: ref('11.output') }),
    ),
    input: { a: 'v' },
    expect: { output: { r: 'v12' } },
  },
  {
    name: 'parallel nodes all run before the node that joins them',
    canvas: canvas(
      [
        start('a'),
        text('10', 'A'),
        text('11', 'B'),
        text('12', 'C'),
        endText('{{x}}{{y}}{{z}}', { x: ref('10.output'), y: ref('11.output'), z: ref('12.output') }),
      ],
      's>10>e',
      's>11>e',
      's>12>e',
    ),
    expect: { text: 'ABC', skipped: [] },
  },
  {
    name: 'slow parallel nodes are waited for',
    canvas: canvas(
      [
        start(),
        code('10', 'slow', {}, vars('output')),
        text('11', 'B'),
        end({ x: ref('10.output'), y: ref('11.output') }),
      ],
      's>10>e',
      's>11>e',
    ),
    world: { code: { slow: async () => ({ output: await new Promise((resolve) => setTimeout(resolve, 5, 'late')) }) } },
    expect: { output: { x: 'late', y: 'B' } },
  },
  {
    name: 'a branch that is not taken is skipped to its end',
    canvas: canvas(
      [
        start('a'),
        selector('10', flag),
        text('11', 'yes'),
        text('12', 'no'),
        text('13', 'no2'),
        end({ y: ref('11.output'), n: ref('13.output') }),
      ],
      's>10',
      '10:true>11>e',
      '10:false>12>13>e',
    ),
    input: { a: 'x' },
    expect: { output: { y: 'yes', n: '' }, skipped: ['12', '13'] },
  },
  {
    name: 'a node behind two branches runs if one of them was taken',
    canvas: canvas(
      [
        start('a'),
        selector('10', flag),
        text('11', 'yes'),
        text('12', 'no'),
        text('13', 'joined'),
        end({ j: ref('13.output') }),
      ],
      's>10',
      '10:true>11>13',
      '10:false>12>13',
      '13>e',
    ),
    input: { a: 'y' },
    expect: { output: { j: 'joined' }, skipped: ['11'] },
  },
  {
    name: 'a branch may lead to several nodes',
    canvas: canvas(
      [
        start('a'),
        selector('10', flag),
        text('11', 'p'),
        text('12', 'q'),
        text('13', 'n'),
        end({ p: ref('11.output'), q: ref('12.output') }),
      ],
      's>10',
      '10:true>11',
      '10:true>12',
      '10:false>13',
      '11>e',
      '12>e',
      '13>e',
    ),
    input: { a: 'x' },
    expect: { output: { p: 'p', q: 'q' }, skipped: ['13'] },
  },
  {
    name: 'both ports of a selector may lead to the same node',
    canvas: canvas([start('a'), selector('10', flag), end({ r: str('reached') })], 's>10', '10:true>e', '10:false>e'),
    input: { a: 'x' },
    expect: { output: { r: 'reached' }, skipped: [] },
  },
  {
    name: 'a selector straight to End beside a longer branch',
    canvas: canvas(
      [start('a'), selector('10', flag), text('11', 'long'), end({ r: ref('11.output') })],
      's>10',
      '10:true>e',
      '10:false>11>e',
    ),
    input: { a: 'x' },
    expect: { output: { r: '' }, skipped: ['11'] },
  },
  {
    name: 'a node may read one that no line leads from',
    canvas: canvas(
      [start('a'), text('10', 'A'), text('11', '{{x}}!', { x: ref('10.output') }), end({ r: ref('11.output') })],
      's>10>e',
      's>11>e',
    ),
    expect: { output: { r: 'A!' } },
  },
  {
    name: 'a node waits for a slow node that it only reads',
    canvas: canvas(
      [
        start(),
        code('10', 'slow', {}, vars('output')),
        text('11', '{{x}}!', { x: ref('10.output') }),
        end({ r: ref('11.output') }),
      ],
      's>10>e',
      's>11>e',
    ),
    world: { code: { slow: async () => ({ output: await new Promise((resolve) => setTimeout(resolve, 5, 'late')) }) } },
    expect: { output: { r: 'late!' } },
  },
  {
    name: 'reading a skipped node gives nothing, but does not skip the reader',
    canvas: canvas(
      [
        start('a'),
        selector('10', flag),
        text('11', 'yes'),
        text('12', '[{{x}}]', { x: ref('11.output') }),
        end({ r: ref('12.output') }),
      ],
      's>10',
      '10:true>11>e',
      '10:false>12>e',
    ),
    input: { a: 'no' },
    expect: { output: { r: '[]' }, skipped: ['11'] },
  },
  {
    name: 'reading a node two steps back',
    canvas: chain(
      start('a'),
      text('10', 'A'),
      text('11', 'B'),
      text('12', '{{x}}{{y}}', { x: ref('10.output'), y: ref('s.a') }),
      end({ r: ref('12.output') }),
    ),
    input: { a: 'Z' },
    expect: { output: { r: 'AZ' } },
  },
  {
    name: 'a comment is left out',
    canvas: {
      ...chain(start(), end({ r: str('ok') })),
      nodes: [...chain(start(), end({ r: str('ok') })).nodes, bodyless],
    },
    expect: { output: { r: 'ok' } },
  },
  {
    name: 'nodes that nothing leads to are left out, with what only they lead to',
    canvas: canvas(
      [
        start(),
        text('10', 'A'),
        node('777', '50', {}),
        text('51', 'x', { y: ref('50.z') }),
        end({ r: ref('10.output') }),
      ],
      's>10>e',
      '50>51>e',
    ),
    expect: { output: { r: 'A' }, skipped: [] },
  },
  {
    name: 'a node that leads nowhere still runs',
    canvas: canvas([start(), code('10', 'side', {}, vars('output')), end({ r: str('done') })], 's>10', 's>e'),
    world: { code: { side: () => ({ output: 'seen' }) } },
    expect: { output: { r: 'done' }, nodes: { '10': { output: 'seen' } } },
  },
  {
    name: 'a run that never reaches End fails at End',
    canvas: canvas(
      [start('a'), selector('10', flag), text('11', 'yes'), text('12', 'dead end'), end()],
      's>10',
      '10:true>11>e',
      '10:false>12',
    ),
    input: { a: 'n' },
    expect: { error: { code: ErrorCode.engine.executeFail, node: '900001' } },
  },
  {
    name: 'a failing node fails the run and names itself',
    canvas: chain(start(), code('10', 'bad', {}, vars('output')), end()),
    world: {
      code: {
        bad: () => {
          throw new Error('boom')
        },
      },
    },
    expect: { error: { code: ErrorCode.engine.codeFail, node: '10', message: /boom/ } },
  },
  {
    name: 'the code of an error from a port is passed on',
    canvas: chain(start(), code('10', 'bad', {}, vars('output')), end()),
    world: {
      code: {
        bad: () => {
          throw Object.assign(new Error('gone'), { code: 12345 })
        },
      },
    },
    expect: { error: { code: 12345, node: '10' } },
  },
  {
    name: 'the case of keys is ignored',
    canvas: {
      NODES: [
        { ID: '100001', TYPE: '1', DATA: { OUTPUTS: [{ NAME: 'a', TYPE: 'string' }] } },
        {
          id: '900001',
          type: '2',
          data: {
            inputs: {
              TerminatePlan: 'returnVariables',
              inputparameters: [
                {
                  name: 'r',
                  input: {
                    type: 'string',
                    value: { type: 'ref', content: { source: 'block-output', blockId: '100001', name: 'a' } },
                  },
                },
              ],
            },
          },
        },
      ],
      Edges: [{ sourceNodeId: '100001', targetNodeId: '900001', sourcePortID: '' }],
    },
    input: { a: 'ok' },
    expect: { output: { r: 'ok' } },
  },
  {
    name: 'null blocks, null edges and unknown fields are accepted',
    canvas: {
      ...chain(start(), end({ r: int('1') })),
      nodes: chain(start(), end({ r: int('1') })).nodes.map((node) => ({
        ...node,
        blocks: null,
        edges: null,
        future: { x: 1 },
      })),
      versions: { loop: 'v2' },
    },
    expect: { output: { r: 1 } },
  },
  {
    name: 'ids may be numbers',
    canvas: JSON.parse(
      JSON.stringify(chain(start(), text('10', 'A'), end({ r: ref('10.output') }))).replaceAll('"id":"10"', '"id":10'),
    ),
    expect: { output: { r: 'A' } },
  },
  {
    name: 'a line that is drawn twice counts once',
    canvas: canvas([start(), text('10', 'A'), end({ r: ref('10.output') })], 's>10>e', 's>10', '10>e'),
    expect: { output: { r: 'A' } },
  },
  {
    name: 'lines to nodes that do not exist are left out',
    canvas: canvas([start(), text('10', 'A'), end({ r: ref('10.output') })], 's>10>e', '10>404', '404>e'),
    expect: { output: { r: 'A' } },
  },
  {
    name: 'names of prototypes are plain data',
    canvas: chain(
      start(variable('__proto__', 'object'), 'constructor', 'toString'),
      text('10', '{{__proto__.polluted}}-{{constructor}}-{{toString}}-{{hasOwnProperty}}', {
        ['__proto__' as string]: ref('s.__proto__', 'object', { schema: [] }),
        constructor: ref('s.constructor'),
        toString: ref('s.toString'),
      }),
      end({ r: ref('10.output'), p: ref('s.constructor.prototype') }),
    ),
    input: JSON.parse('{"__proto__":{"polluted":"only here"},"constructor":"C","toString":"T"}'),
    expect: { output: { r: 'only here-C-T-{{hasOwnProperty}}', p: '' } },
  },
  {
    name: 'a node may even be called __proto__',
    canvas: chain(
      start('a'),
      text('__proto__', '<{{x}}>', { x: ref('s.a') }),
      text('constructor', '{{y}}!', { y: ref('__proto__.output') }),
      end({ r: ref('constructor.output') }),
    ),
    input: { a: 'A' },
    expect: { output: { r: '<A>!' } },
  },
  {
    name: 'arithmetic of types in one chain',
    canvas: chain(
      start('n'),
      end({ i: ref('s.n', 'integer'), f: ref('s.n', 'float'), b: ref('s.n', 'boolean'), x: float('2') }),
    ),
    input: { n: '1' },
    expect: { output: { i: 1, f: 1, b: true, x: 2 } },
  },
]
