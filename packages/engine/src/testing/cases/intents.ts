import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import type { ModelRequest } from '#ports.ts'
import { canvas, chain, end, node, params, ref, start, str, text, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { World } from '../ports.ts'

const requests = (world: World) =>
  world.asked.filter((item) => item.port === 'model').map((item) => item.request as ModelRequest)
const intents = (mode: string, extra = {}) =>
  canvas(
    [
      start('q'),
      node(
        '22',
        '10',
        {
          mode,
          intents: [{ name: 'buy' }, { name: 'sell' }],
          llmParam: { modelType: 7, systemPrompt: str('be kind to {{query}}') },
          inputParameters: params({ query: ref('s.q') }),
          ...extra,
        },
        vars('classificationId:integer', 'reason'),
      ),
      text('11', 'B'),
      text('12', 'S'),
      text('13', 'O'),
      end({ b: ref('11.output'), s: ref('12.output'), o: ref('13.output') }),
    ],
    's>10',
    '10:branch_0>11>e',
    '10:branch_1>12>e',
    '10:default>13>e',
  )

export const intentNodes: Case[] = [
  {
    name: 'an intent takes its branch',
    canvas: intents('all'),
    input: { q: 'I want it' },
    world: { model: () => '{"classificationId":1,"reason":"wants"}' },
    expect: { output: { b: 'B', s: '', o: '' }, nodes: { '10': { classificationId: 1, reason: 'wants' } } },
  },
  {
    name: 'no intent takes the default branch',
    canvas: intents('all'),
    world: { model: () => '{"classificationId":0,"reason":"?"}' },
    expect: { output: { b: '', s: '', o: 'O' } },
  },
  {
    name: 'a number that is no intent takes the default branch',
    canvas: intents('all'),
    world: { model: () => '{"classificationId":9}' },
    expect: { output: { b: '', s: '', o: 'O' }, nodes: { '10': { classificationId: 0, reason: '' } } },
  },
  {
    name: 'the fast intent answers with a number',
    canvas: intents('top_speed'),
    input: { q: 'x' },
    world: { model: () => ' 2 ' },
    expect: { output: { b: '', s: 'S', o: '' }, nodes: { '10': { classificationId: 2, reason: null } } },
  },
  {
    name: 'the system prompt of an intent is a template',
    canvas: intents('all'),
    input: { q: 'Q' },
    world: { model: () => '0' },
    expect: { asked: (world) => expect(String(requests(world)[0]!.messages[0]!.content)).toMatch(/be kind to Q$/) },
  },
  {
    name: 'the prompt of an intent is a template',
    canvas: intents('all', {
      llmParam: { modelType: 7, prompt: str('Q: {{query}}') },
    }),
    input: { q: 'x' },
    world: { model: (request) => `{"classificationId":1,"reason":"${String(request.messages.at(-1)!.content)}"}` },
    expect: { nodes: { '10': { classificationId: 1, reason: 'Q: x' } } },
  },
  {
    name: 'an intent without intents is refused',
    canvas: chain(start(), node('22', '10', { intents: [] }, []), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
]
