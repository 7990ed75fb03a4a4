import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'
import { canvas, chain, code, end, llm, node, params, ref, start, str, text, variable, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { Values } from '#values/own.ts'

const outputs = [
  ...vars('output', 'n:integer', 'l:list<string>'),
  variable('isSuccess', 'boolean', { readonly: true }),
  variable('errorBody', 'object', { readonly: true, schema: vars('errorMessage', 'errorCode:integer') }),
]
const failing = (settingOnError: Values, name = 'bad') => code('10', name, {}, outputs, { settingOnError })
const bad = () => {
  throw new Error('boom')
}
const errorBody = { errorMessage: 'boom', errorCode: ErrorCode.engine.codeFail }
const whole = (settingOnError: Values) =>
  chain(
    start(),
    failing(settingOnError),
    end({
      o: ref('10.output'),
      n: ref('10.n', 'integer'),
      ok: ref('10.isSuccess', 'boolean'),
      why: ref('10.errorBody.errorMessage'),
    }),
  )
const never = () => new Promise(() => {})
const counting = (fails: number) => {
  const seen = new Map<string, number>()
  return (_: Values, call: { path: string; runId: string }) => {
    const count = (seen.get(call.path) ?? 0) + 1
    seen.set(call.path, count)
    if (count <= fails) throw new Error(`attempt ${count}`)
    return { output: `after ${count}`, n: count, l: [] }
  }
}

export const errorSettings: Case[] = [
  {
    name: 'throwing is the default',
    canvas: whole({ processType: 1 }),
    world: { code: { bad } },
    expect: { error: { code: ErrorCode.engine.codeFail, node: '10' } },
  },
  {
    name: 'default data replaces the output of a failed node',
    canvas: whole({ switch: true, processType: 2, dataOnErr: '{"output":"D","n":"5"}' }),
    world: { code: { bad } },
    expect: {
      output: { o: 'D', n: 5, ok: false, why: 'boom' },
      nodes: { '10': { output: 'D', n: 5, l: null, isSuccess: false, errorBody } },
    },
  },
  {
    name: 'without a type, a switch with data means default data',
    canvas: whole({ switch: true, dataOnErr: '{"output":"D"}' }),
    world: { code: { bad } },
    expect: { output: { o: 'D', n: 0, ok: false, why: 'boom' } },
  },
  {
    name: 'without a type and without the switch an error is thrown',
    canvas: whole({ switch: false, dataOnErr: '{"output":"D"}' }),
    world: { code: { bad } },
    expect: { error: { code: ErrorCode.engine.codeFail, node: '10' } },
  },
  {
    name: 'default data that is no JSON goes into every text output',
    canvas: whole({ processType: 2, dataOnErr: 'sorry' }),
    world: { code: { bad } },
    expect: { nodes: { '10': { output: 'sorry', n: 0, l: null, isSuccess: false, errorBody } } },
  },
  {
    name: 'default data must be given',
    canvas: whole({ processType: 2, dataOnErr: '' }),
    expect: { error: { code: ErrorCode.engine.schemaConversion, node: '10' } },
  },
  {
    name: 'success is marked if errors are handled',
    canvas: whole({ processType: 2, dataOnErr: '{}' }),
    world: { code: { bad: () => ({ output: 'fine', n: 1, l: ['x'] }) } },
    expect: {
      output: { o: 'fine', n: 1, ok: true, why: '' },
      nodes: { '10': { output: 'fine', n: 1, l: ['x'], isSuccess: true } },
    },
  },
  {
    name: 'the error branch is taken on failure',
    canvas: canvas(
      [
        start(),
        failing({ processType: 3 }),
        text('11', 'fine'),
        text('12', 'failed: {{w}}', { w: ref('10.errorBody.errorMessage') }),
        end({ a: ref('11.output'), b: ref('12.output') }),
      ],
      's>10',
      '10:default>11>e',
      '10:branch_error>12>e',
    ),
    world: { code: { bad } },
    expect: {
      output: { a: '', b: 'failed: boom' },
      skipped: ['11'],
      nodes: { '10': { output: null, n: null, l: null, isSuccess: false, errorBody } },
    },
  },
  {
    name: 'the error branch is skipped on success',
    canvas: canvas(
      [
        start(),
        failing({ processType: 3 }),
        text('11', 'fine'),
        text('12', 'failed'),
        end({ a: ref('11.output'), b: ref('12.output') }),
      ],
      's>10',
      '10:default>11>e',
      '10:branch_error>12>e',
    ),
    world: { code: { bad: () => ({ output: 'x' }) } },
    expect: { output: { a: 'fine', b: '' }, skipped: ['12'] },
  },
  {
    name: 'retries run at once until one works',
    canvas: whole({ processType: 1, retryTimes: 2 }),
    world: { code: { bad: counting(2) } },
    expect: {
      output: { o: 'after 3', n: 3, ok: false, why: '' },
      asked: (world) => expect(world.asked.map((item) => item.call.key)).toEqual(['run/10/0', 'run/10/1', 'run/10/2']),
    },
  },
  {
    name: 'after the last retry the error is thrown',
    canvas: whole({ retryTimes: 1 }),
    world: { code: { bad: counting(9) } },
    expect: { error: { code: ErrorCode.engine.codeFail, node: '10', message: /attempt 2/ } },
  },
  {
    name: 'after the last retry default data stands in',
    canvas: whole({ processType: 2, dataOnErr: '{"output":"D"}', retryTimes: 1 }),
    world: { code: { bad: counting(9) } },
    expect: { output: { o: 'D', n: 0, ok: false, why: 'attempt 2' } },
  },
  {
    name: 'a node that takes too long fails the run with the code for a late run',
    canvas: whole({ processType: 1, timeoutMs: 10 }),
    world: { code: { bad: never } },
    expect: { error: { code: ErrorCode.engine.workflowTimeout, node: '10', message: /^node timeout$/ } },
  },
  {
    name: 'the time limit applies even if error handling is switched off',
    canvas: whole({ switch: false, timeoutMs: 10 }),
    world: { code: { bad: never } },
    expect: { error: { code: ErrorCode.engine.workflowTimeout, node: '10' } },
  },
  {
    name: 'the time limit covers all attempts and is not retried',
    canvas: whole({ processType: 2, dataOnErr: '{"output":"late"}', timeoutMs: 10, retryTimes: 3 }),
    world: { code: { bad: never } },
    expect: {
      nodes: {
        '10': {
          output: 'late',
          n: null,
          l: null,
          isSuccess: false,
          errorBody: { errorMessage: 'node timeout', errorCode: ErrorCode.engine.nodeTimeout },
        },
      },
      asked: (world) => expect(world.asked).toHaveLength(1),
    },
  },
  {
    name: 'retries call the backup model',
    canvas: chain(
      start(),
      llm('10', 'hi', {}, vars('output'), {
        settingOnError: {
          retryTimes: 2,
          ext: { backupLLmParam: '{"modelType":"99","modelName":"spare","temperature":"0.2"}' },
        },
      }),
      end({ r: ref('10.output') }),
    ),
    world: {
      model: (request) => {
        if (request.modelId === '7') throw new Error('overloaded')
        return `${request.modelId}/${request.params.temperature}`
      },
    },
    expect: { output: { r: '99/0.2' } },
  },
  {
    name: 'without retries the backup model is not called',
    canvas: chain(
      start(),
      llm('10', 'hi', {}, vars('output'), { settingOnError: { ext: { backupLLMParam: '{"modelType":"99"}' } } }),
      end(),
    ),
    world: {
      model: () => {
        throw new Error('overloaded')
      },
    },
    expect: { error: { code: ErrorCode.engine.executeFail, node: '10' } },
  },
  {
    name: 'a backup model that is no JSON is refused',
    canvas: chain(
      start(),
      llm('10', 'hi', {}, vars('output'), { settingOnError: { retryTimes: 1, ext: { backupLLMParam: '{' } } }),
      end(),
    ),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'an input that cannot be read counts as a failure of the node',
    canvas: chain(
      start(variable('o', 'object')),
      code('10', 'x', { a: ref('s.o.l.x') }, outputs, {
        settingOnError: { processType: 2, dataOnErr: '{"output":"D"}' },
      }),
      end({ o: ref('10.output') }),
    ),
    input: { o: { l: [] } },
    expect: { output: { o: 'D' } },
  },
  {
    name: 'default data of an intent decides its branch',
    canvas: canvas(
      [
        start('q'),
        node(
          '22',
          '10',
          {
            intents: [{ name: 'a' }, { name: 'b' }],
            mode: 'all',
            llmParam: { modelType: 7 },
            inputParameters: params({ query: ref('s.q') }),
            settingOnError: { processType: 2, dataOnErr: '{"classificationId":2,"reason":"by default"}' },
          },
          vars('classificationId:integer', 'reason'),
        ),
        text('11', 'a'),
        text('12', 'b'),
        text('13', 'other'),
        end({ a: ref('11.output'), b: ref('12.output'), c: ref('13.output') }),
      ],
      's>10',
      '10:branch_0>11>e',
      '10:branch_1>12>e',
      '10:default>13>e',
    ),
    world: {
      model: () => {
        throw new Error('down')
      },
    },
    expect: { output: { a: '', b: 'b', c: '' } },
  },
  {
    name: 'an error inside a sub-workflow can be handled by the node that called it',
    canvas: chain(
      start(),
      node(
        '9',
        '10',
        {
          workflowId: 'sub',
          workflowVersion: '',
          type: 0,
          inputParameters: [],
          settingOnError: { processType: 2, dataOnErr: '{"r":"saved"}' },
        },
        vars('r'),
      ),
      end({ r: ref('10.r') }),
    ),
    world: {
      workflows: { sub: chain(start(), code('10', 'bad', {}, vars('output')), end({ r: str('never') })) },
      code: { bad },
    },
    expect: { output: { r: 'saved' } },
  },
  {
    name: 'an error of one parallel node stops the others',
    canvas: canvas(
      [start(), code('10', 'bad', {}, vars('output')), code('11', 'never', {}, vars('output')), end()],
      's>10>e',
      's>11>e',
    ),
    world: {
      code: {
        bad: async () => {
          await Promise.resolve()
          throw new Error('boom')
        },
        never,
      },
    },
    expect: {
      error: { code: ErrorCode.engine.codeFail, node: '10' },
      asked: (world) => expect(world.asked[1]!.call.signal.aborted).toBe(true),
    },
  },
]
