import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { chain, end, int, loop, node, ref, selector, start, str, text } from '../canvas.ts'
import type { Case } from '../harness.ts'

const breaking = (id: string) => node('19', id, {})
const set = (id: string, name: string, right: ReturnType<typeof ref>, type = 'string') =>
  node('20', id, { inputParameters: [{ left: ref(`20.${name}`, type), right }] })

export const loopRefusals: Case[] = [
  {
    name: 'an infinite loop without Break is refused',
    canvas: chain(start(), loop('20', 'infinite', { blocks: [text('21', 'x')], lines: ['in>21>out'] }), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '20' } },
  },
  {
    name: 'a loop inside a loop is refused',
    canvas: chain(
      start(),
      loop('20', 'count', {
        blocks: [loop('21', 'count', { blocks: [text('22', 'x')], lines: ['in>22>out'] })],
        lines: ['in>21>out'],
      }),
      end(),
    ),
    expect: {
      error: { code: ErrorCode.engine.compile, node: '21', message: /nested inner-workflow is not supported/ },
    },
  },
  {
    name: 'Break outside a loop is refused',
    canvas: chain(start(), breaking('10'), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'setting a variable that the loop does not have is refused',
    canvas: chain(start(), loop('20', 'count', { blocks: [set('21', 'none', str('x'))], lines: ['in>21>out'] }), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '21' } },
  },
  {
    name: 'an unknown kind of loop is refused',
    canvas: chain(
      start(),
      {
        ...loop('20', 'count', { blocks: [text('21', 'x')], lines: ['in>21>out'] }),
        data: { inputs: { loopType: 'spiral' } },
      },
      end(),
    ),
    expect: { error: { code: ErrorCode.engine.compile, node: '20' } },
  },
  {
    name: 'a loop has a limit of rounds',
    canvas: chain(
      start(),
      loop('20', 'count', { count: int('1000000'), blocks: [text('21', 'x')], lines: ['in>21>out'] }),
      end(),
    ),
    expect: { error: { code: ErrorCode.engine.executeFail, node: '20', message: /at most 100000 rounds/ } },
  },
  {
    name: 'an endless loop is stopped',
    canvas: chain(
      start(),
      loop('20', 'infinite', {
        blocks: [
          selector('21', { left: ref('20.index', 'integer'), op: 15, right: int('0') }),
          breaking('22'),
          text('23', 'x'),
        ],
        lines: ['in>21', '21:true>22', '21:false>23>out'],
      }),
      end(),
    ),
    options: { limits: { iterations: 500 } },
    expect: { error: { code: ErrorCode.engine.executeFail, node: '20', message: /at most 500 rounds/ } },
  },
  {
    name: 'a node inside a loop is not seen outside',
    canvas: chain(
      start(),
      loop('20', 'count', { blocks: [text('21', 'x')], lines: ['in>21>out'] }),
      end({ r: ref('21.output') }),
    ),
    expect: { error: { code: ErrorCode.engine.compile, node: '900001' } },
  },
]
