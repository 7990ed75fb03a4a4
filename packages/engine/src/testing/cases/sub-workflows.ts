import { ErrorCode } from '@orrery/contract/shared/error-codes'
import {
  chain,
  code,
  end,
  endText,
  global,
  int,
  loop,
  node,
  ref,
  refList,
  start,
  str,
  subWorkflow,
  text,
  variable,
  vars,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const upper = chain(start('q'), text('10', '[{{q}}]', { q: ref('s.q') }), end({ r: ref('10.output') }))
const call = (workflowId: string, outputs = vars('r'), extra = {}) =>
  chain(start('a'), subWorkflow('10', workflowId, { q: ref('s.a') }, outputs, extra), end({ r: ref('10.r') }))
const endless = (id: string) =>
  chain(start('q'), subWorkflow('10', id, { q: ref('s.q') }, vars('r')), end({ r: ref('10.r') }))

export const subWorkflows: Case[] = [
  {
    name: 'inputs are passed in and outputs are returned',
    canvas: call('up'),
    input: { a: 'x' },
    world: { workflows: { up: upper } },
    expect: { output: { r: '[x]' }, nodes: { '10/10': { output: '[x]' } } },
  },
  {
    name: 'a version is pinned',
    canvas: call('up', vars('r'), { workflowVersion: 'v1.0.0' }),
    input: { a: 'x' },
    world: { workflows: { up: upper, 'up@v1.0.0': chain(start('q'), end({ r: str('old') })) } },
    expect: { output: { r: 'old' } },
  },
  {
    name: 'a missing workflow is an error',
    canvas: call('gone'),
    expect: { error: { code: ErrorCode.engine.notFound, node: '10', message: /gone/ } },
  },
  {
    name: 'an answer is returned as "output"',
    canvas: chain(
      start('a'),
      subWorkflow('10', 'say', { q: ref('s.a') }, vars('output'), { type: 1 }),
      end({ r: ref('10.output') }),
    ),
    input: { a: 'x' },
    world: { workflows: { say: chain(start('q'), endText('said {{q}}', { q: ref('s.q') })) } },
    expect: { output: { r: 'said x' } },
  },
  {
    name: 'outputs are converted to what the caller declares',
    canvas: call('up', vars('r:integer')),
    input: { a: 'x' },
    world: { workflows: { up: upper } },
    expect: { nodes: { '10': { r: null } }, warnings: { '10': 'field r is not integer' } },
  },
  {
    name: 'outputs the callee does not give are null',
    canvas: call('up', vars('r', 'other')),
    input: { a: 'x' },
    world: { workflows: { up: upper } },
    expect: { nodes: { '10': { r: '[x]', other: null } } },
  },
  {
    name: 'defaults of the callee apply',
    canvas: chain(start(), subWorkflow('10', 'd', {}, vars('r')), end({ r: ref('10.r') })),
    world: { workflows: { d: chain(start(variable('q', 'string', { defaultValue: 'dd' })), end({ r: ref('s.q') })) } },
    expect: { output: { r: 'dd' } },
  },
  {
    name: 'a missing required input of the callee is an error',
    canvas: chain(start(), subWorkflow('10', 'd', {}, vars('r')), end()),
    world: { workflows: { d: chain(start('q!'), end()) } },
    expect: { error: { code: ErrorCode.engine.missingParam, node: '100001' } },
  },
  {
    name: 'workflows inside workflows',
    canvas: call('a'),
    input: { a: 'x' },
    world: { workflows: { a: endless('b'), b: endless('c'), c: upper } },
    expect: { output: { r: '[x]' }, nodes: { '10/10/10/10': { output: '[x]' } } },
  },
  {
    name: 'a workflow that calls itself is stopped',
    canvas: call('me'),
    input: { a: 'x' },
    world: { workflows: { me: endless('me') } },
    expect: { error: { code: ErrorCode.engine.executeFail, node: '10', message: /more than 10 deep/ } },
  },
  {
    name: 'workflows that call each other are stopped',
    canvas: call('p'),
    world: { workflows: { p: endless('q'), q: endless('p') } },
    options: { limits: { depth: 4 } },
    expect: { error: { code: ErrorCode.engine.executeFail, node: '10', message: /more than 4 deep/ } },
  },
  {
    name: 'a failure inside names the inner node',
    canvas: call('bad'),
    world: {
      workflows: { bad: chain(start('q'), code('77', 'boom', {}, vars('x')), end()) },
      code: {
        boom: () => {
          throw new Error('inside')
        },
      },
    },
    expect: { error: { code: ErrorCode.engine.codeFail, node: '77', message: /inside/ } },
  },
  {
    name: 'a sub-workflow inside a loop with a loop of its own',
    canvas: chain(
      start(),
      loop('20', 'count', {
        count: int('2'),
        outputs: { r: refList('21.n', 'integer') },
        blocks: [subWorkflow('21', 'inner', {}, vars('n:integer'))],
        lines: ['in>21>out'],
      }),
      end({ r: refList('20.r', 'integer') }),
    ),
    world: {
      workflows: {
        inner: chain(
          start(),
          loop('5', 'count', {
            count: int('3'),
            variables: { v: int('0') },
            outputs: { v: ref('5.v', 'integer') },
            blocks: [
              node('20', '6', { inputParameters: [{ left: ref('5.v', 'integer'), right: ref('5.index', 'integer') }] }),
            ],
            lines: ['in>6>out'],
          }),
          end({ n: ref('5.v', 'integer') }),
        ),
      },
    },
    expect: { output: { r: [2, 2] } },
  },
  {
    name: 'the callee does not see nodes of the caller',
    canvas: call('peek'),
    world: { workflows: { peek: chain(start('q'), end({ r: ref('10.x') })) } },
    expect: { error: { code: ErrorCode.engine.compile, node: '900001' } },
  },
  {
    name: 'global variables are the same in the callee',
    canvas: call('glob'),
    world: { workflows: { glob: chain(start('q'), end({ r: global('app', ['v']) })) }, variables: { 'app.v': 'G' } },
    expect: { output: { r: 'G' } },
  },
  {
    name: 'an imageflow is called like any other workflow',
    canvas: chain(
      start('a'),
      node('14', '10', { workflowId: 'up', inputParameters: [{ name: 'q', input: ref('s.a') }] }, vars('r')),
      end({ r: ref('10.r') }),
    ),
    input: { a: 'i' },
    world: { workflows: { up: upper } },
    expect: { output: { r: '[i]' } },
  },
  {
    name: 'no workflow chosen',
    canvas: chain(start(), subWorkflow('10', '', {}, vars('r')), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'a plan that is loaded asynchronously',
    canvas: call('later'),
    input: { a: 'x' },
    world: {
      ports: {
        workflows: {
          load: async () => {
            await Promise.resolve()
            const { compile } = await import('#canvas/compile.ts')
            return compile(upper, { workflowId: 'later' })
          },
        },
      },
    },
    expect: { output: { r: '[x]' } },
  },
]
