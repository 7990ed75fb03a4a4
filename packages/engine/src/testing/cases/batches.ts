import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import {
  batch,
  chain,
  code,
  end,
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
  variable,
  vars,
  int,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const over = (rest: Partial<Parameters<typeof batch>[1]>, ends = { r: refList('30.r') }) =>
  chain(
    start('l:list<string>'),
    batch('30', {
      inputs: { item: refList('s.l') },
      outputs: { r: refList('31.output') },
      blocks: [text('31', '<{{x}}>', { x: ref('30.item') })],
      lines: ['in>31>out'],
      ...rest,
    }),
    end(ends),
  )
const modeOutputs = [variable('outputList', 'list', { schema: { type: 'object', schema: vars('output') } })]
const many = Array.from({ length: 25 }, (_, i) => String(i))

export const batches: Case[] = [
  {
    name: 'every result is at the position of its item',
    canvas: over({}),
    input: { l: ['a', 'b', 'c'] },
    expect: { output: { r: ['<a>', '<b>', '<c>'] }, nodes: { '30#2/31': { output: '<c>' } } },
  },
  {
    name: 'more items than may run at the same time',
    canvas: over({ together: 3 }),
    input: { l: many },
    expect: { output: { r: many.map((item) => `<${item}>`) } },
  },
  {
    name: 'one at a time',
    canvas: over({ together: 1 }),
    input: { l: ['a', 'b'] },
    expect: { output: { r: ['<a>', '<b>'] } },
  },
  {
    name: 'the batch size cuts the list',
    canvas: over({ size: 2 }),
    input: { l: ['a', 'b', 'c'] },
    expect: { output: { r: ['<a>', '<b>'] } },
  },
  {
    name: 'sizes of 0 mean 100 and 10',
    canvas: over({ size: 0, together: 0 }),
    input: { l: Array.from({ length: 120 }, () => 'x') },
    expect: { output: { r: Array.from({ length: 100 }, () => '<x>') } },
  },
  { name: 'no items', canvas: over({}), input: { l: [] }, expect: { output: { r: [] } } },
  {
    name: 'results are in the order of the items, however long each takes',
    canvas: chain(
      start('l:list<integer>'),
      batch('30', {
        inputs: { item: refList('s.l', 'integer') },
        outputs: { r: refList('31.v', 'integer') },
        blocks: [code('31', 'wait', { n: ref('30.item', 'integer') }, vars('v:integer'))],
        lines: ['in>31>out'],
      }),
      end({ r: refList('30.r', 'integer') }),
    ),
    input: { l: [9, 1, 5] },
    world: { code: { wait: (p) => new Promise((resolve) => setTimeout(resolve, Number(p.n), { v: p.n })) } },
    expect: { output: { r: [9, 1, 5] } },
  },
  {
    name: 'an item that skips the node has the result null',
    canvas: over({
      blocks: [
        selector('32', { left: ref('30.item'), op: 1, right: str('b') }),
        text('31', '{{x}}', { x: ref('30.item') }),
        text('33', 'none'),
      ],
      lines: ['in>32', '32:true>33>out', '32:false>31>out'],
    }),
    input: { l: ['a', 'b', 'c'] },
    expect: { nodes: { '30': { r: ['a', null, 'c'] } }, output: { r: ['a', '', 'c'] } },
  },
  {
    name: 'an error of one item cancels the whole batch',
    canvas: over({ blocks: [code('31', 'some', { n: ref('30.item') }, vars('output'))] }),
    input: { l: ['ok', 'bad', 'slow'] },
    world: {
      code: {
        some: (p) => {
          if (p.n === 'bad') throw new Error('item')
          return p.n === 'slow' ? new Promise(() => {}) : { output: p.n }
        },
      },
    },
    expect: {
      error: { code: ErrorCode.engine.codeFail, node: '31', message: /item/ },
      asked: (world) => expect(world.asked[2]!.call.signal.aborted).toBe(true),
    },
  },
  {
    name: 'several lists',
    canvas: chain(
      start(),
      batch('30', {
        inputs: { a: listOf('string', '["1","2"]'), b: listOf('string', '["p","q","r"]') },
        outputs: { r: refList('31.output') },
        blocks: [text('31', '{{x}}{{y}}{{i}}', { x: ref('30.a'), y: ref('30.b'), i: ref('30.index', 'integer') })],
        lines: ['in>31>out'],
      }),
      end({ r: refList('30.r') }),
    ),
    expect: { output: { r: ['1p0', '2q1'] } },
  },
  {
    name: 'a batch has a limit of items',
    canvas: over({ size: 1_000_000 }),
    input: { l: Array.from({ length: 10_001 }, () => 'x') },
    expect: { error: { code: ErrorCode.engine.executeFail, node: '30', message: /at most 10000 items/ } },
  },
  {
    name: 'a model node in batch mode runs once for every item',
    canvas: chain(
      start('l:list<string>'),
      llm('10', 'say {{w}}', { w: ref('10.item1') }, modeOutputs, {
        batch: { batchEnable: true, batchSize: 10, concurrentSize: 2, inputLists: params({ item1: refList('s.l') }) },
      }),
      end({ r: refList('10.outputList', 'object') }),
    ),
    input: { l: ['a', 'b'] },
    expect: {
      output: { r: [{ output: 'echo: say a' }, { output: 'echo: say b' }] },
      nodes: { '10#0/10_inner': { output: 'echo: say a' } },
    },
  },
  {
    name: 'batch mode with fields of objects',
    canvas: chain(
      start(variable('l', 'list', { schema: { type: 'object' } })),
      llm('10', '{{w}}', { w: ref('10.item1.name') }, modeOutputs, {
        batch: { batchEnable: true, inputLists: params({ item1: refList('s.l', 'object') }) },
      }),
      end({ r: refList('10.outputList', 'object') }),
    ),
    input: { l: [{ name: 'n' }] },
    expect: { output: { r: [{ output: 'echo: n' }] } },
  },
  {
    name: 'batch mode needs exactly one list of objects',
    canvas: chain(
      start('l:list<string>'),
      llm('10', 'x', {}, vars('output'), {
        batch: { batchEnable: true, inputLists: params({ item1: refList('s.l') }) },
      }),
      end(),
    ),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'batch mode that is switched off is no batch',
    canvas: chain(
      start('l:list<string>'),
      llm('10', 'x', {}, vars('output'), { batch: { batchEnable: false, inputLists: [] } }),
      end({ r: ref('10.output') }),
    ),
    expect: { output: { r: 'echo: x' } },
  },
  {
    name: 'batch mode inside a loop',
    canvas: chain(
      start('l:list<string>'),
      loop('20', 'count', {
        count: int('2'),
        outputs: {
          r: {
            type: 'list',
            schema: { type: 'list', schema: { type: 'object' } },
            value: { type: 'ref', content: { source: 'block-output', blockID: '10', name: 'outputList' } },
          },
        },
        blocks: [
          llm('10', '{{i}}{{w}}', { w: ref('10.item1'), i: ref('20.index', 'integer') }, modeOutputs, {
            batch: { batchEnable: true, inputLists: params({ item1: refList('s.l') }) },
          }),
        ],
        lines: ['in>10>out'],
      }),
      end({
        r: { type: 'list', value: { type: 'ref', content: { source: 'block-output', blockID: '20', name: 'r' } } },
      }),
    ),
    input: { l: ['a', 'b'] },
    expect: {
      output: {
        r: [
          [{ output: 'echo: 0a' }, { output: 'echo: 0b' }],
          [{ output: 'echo: 1a' }, { output: 'echo: 1b' }],
        ],
      },
    },
  },
  {
    name: 'a sub-workflow in batch mode',
    canvas: chain(
      start('l:list<string>'),
      subWorkflow(
        '10',
        'sub',
        { q: ref('10.item1') },
        [variable('outputList', 'list', { schema: { type: 'object', schema: vars('r') } })],
        { batch: { batchEnable: true, inputLists: params({ item1: refList('s.l') }) } },
      ),
      end({ r: refList('10.outputList', 'object') }),
    ),
    input: { l: ['x', 'y'] },
    world: { workflows: { sub: chain(start('q'), end({ r: ref('s.q') })) } },
    expect: { output: { r: [{ r: 'x' }, { r: 'y' }] } },
  },
  {
    name: 'a plugin in batch mode with default data for the items that fail',
    canvas: chain(
      start('l:list<string>'),
      node(
        '4',
        '10',
        {
          apiParam: params({ apiID: str('1'), apiName: str('tool'), pluginID: str('2') }),
          inputParameters: params({ q: ref('10.item1') }),
          batch: { batchEnable: true, inputLists: params({ item1: refList('s.l') }) },
          settingOnError: { processType: 2, dataOnErr: '{"r":"none"}' },
        },
        [variable('outputList', 'list', { schema: { type: 'object', schema: vars('r') } })],
      ),
      end({ r: refList('10.outputList', 'object') }),
    ),
    input: { l: ['ok', 'bad'] },
    world: {
      ports: {
        plugin: {
          call: (_ref, args) => {
            if (args.q === 'bad') throw new Error('no')
            return { output: { r: args.q } }
          },
        },
      },
    },
    expect: {
      nodes: {
        '10': {
          outputList: [
            { r: 'ok', isSuccess: true },
            { r: 'none', isSuccess: false, errorBody: { errorMessage: 'no', errorCode: ErrorCode.engine.executeFail } },
          ],
        },
      },
    },
  },
]
