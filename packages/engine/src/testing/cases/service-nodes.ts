import type { Ports } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import type { ConversationPort } from '#ports.ts'
import { bool, chain, end, int, node, params, ref, start, str, variable, vars, type BlockInput } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { Values } from '#values/own.ts'

let asked: unknown
const note =
  <T>(answer: T) =>
  (...args: unknown[]): T => {
    asked = args.slice(0, -1)
    return answer
  }
const message = { messageId: '5', role: 'user', contentType: 'text', content: 'hi' }
const conversation: ConversationPort = {
  create: note({ conversationId: '1', isExisted: false }),
  rename: note({ conversationId: '1', isSuccess: true, isExisted: false }),
  remove: note(true),
  list: note([{ conversationName: 'n', conversationId: '1' }]),
  history: note([{ role: 'user', content: 'hi' }]),
  clear: note(true),
  messages: note({ messages: [message], firstId: '5', lastId: '5', hasMore: false }),
  createMessage: note(message),
  editMessage: note(true),
  removeMessage: note(false),
}
const single = (type: string, inputs: Values, outputs: Values[] = []) =>
  chain(start('a'), node(type, '10', inputs, outputs), end())
const talk = (
  name: string,
  type: string,
  inputs: Record<string, BlockInput>,
  request: unknown,
  output: Values,
): Case => ({
  name: `conversation: ${name}`,
  canvas: single(type, { inputParameters: params(inputs) }),
  world: { ports: { conversation } },
  expect: { nodes: { '10': output }, asked: () => expect(asked).toEqual(request) },
})
const plugin = (outputs: Values[], extra: Values = {}) =>
  single(
    '4',
    {
      apiParam: params({ apiID: str('11'), apiName: str('find'), pluginID: str('22'), pluginVersion: str('v1') }),
      inputParameters: params({ q: ref('s.a') }),
      ...extra,
    },
    outputs,
  )
const image = {
  apiInfo: undefined,
  modelSetting: { model: 8, custom_ratio: { width: 512, height: 256 }, ddim_steps: 20 },
  prompt: { prompt: 'a {{q}}', negative_prompt: 'no {{q}}' },
  references: [{ preprocessor: 1, url: ref('s.a'), weight: 0.5 }],
  inputParameters: params({ q: ref('s.a') }),
}
const onPort = (name: string, canvas: unknown, ports: Partial<Ports>, output: Values, request: unknown): Case => ({
  name,
  canvas,
  input: { a: 'A' },
  world: { ports },
  expect: { nodes: { '10': output }, asked: () => expect(asked).toEqual(request) },
})
const missing = (type: string, port: string, inputs: Values, outputs: Values[] = []): Case => ({
  name: `node ${type} without its port says so`,
  canvas: single(type, inputs, outputs),
  world: {
    ports: Object.fromEntries(
      ['model', 'code', 'variables', 'workflows'].map((item) => [item, undefined]),
    ) as Partial<Ports>,
  },
  expect: {
    error: {
      code: ErrorCode.engine.operationFail,
      node: '10',
      message: new RegExp(`"${type}-10" \\(10\\) needs "${port}`),
    },
  },
})
const dataset = {
  datasetParam: params({
    datasetList: { type: 'list', schema: { type: 'string' }, value: { type: 'literal', content: '["1"]' } },
  }),
}
const table = { databaseInfoList: [{ databaseInfoID: '1' }] }

export const serviceNodes: Case[] = [
  talk('create', '39', { conversationName: str('n') }, ['n'], {
    isSuccess: true,
    conversationId: '1',
    isExisted: false,
  }),
  talk('rename', '51', { conversationName: str('n'), newConversationName: str('m') }, ['n', 'm'], {
    conversationId: '1',
    isSuccess: true,
    isExisted: false,
  }),
  talk('delete', '52', { conversationName: str('n') }, ['n'], { isSuccess: true }),
  talk('list', '53', {}, [], { conversationList: [{ conversationName: 'n', conversationId: '1' }] }),
  talk('history', '54', { conversationName: str('n'), rounds: int('3') }, ['n', 3], {
    messageList: [{ role: 'user', content: 'hi' }],
  }),
  talk('clear', '38', { conversationName: str('n') }, ['n'], { isSuccess: true }),
  talk(
    'messages',
    '37',
    { conversationName: str('n'), limit: int('5'), beforeId: str('9') },
    [{ conversationName: 'n', limit: 5, beforeId: '9', afterId: '' }],
    { messageList: [message], firstId: '5', lastId: '5', hasMore: false },
  ),
  talk(
    'messages are at most 50',
    '37',
    { conversationName: str('n'), limit: int('5000') },
    [{ conversationName: 'n', limit: 50, beforeId: '', afterId: '' }],
    { messageList: [message], firstId: '5', lastId: '5', hasMore: false },
  ),
  talk(
    'create a message',
    '55',
    { conversationName: str('n'), role: str('user'), content: str('hi') },
    [{ conversationName: 'n', role: 'user', content: 'hi' }],
    { isSuccess: true, message },
  ),
  talk(
    'edit a message',
    '56',
    { conversationName: str('n'), messageId: str('5'), newContent: str('ho') },
    [{ conversationName: 'n', messageId: '5', newContent: 'ho' }],
    { isSuccess: true },
  ),
  talk(
    'delete a message',
    '57',
    { conversationName: str('n'), messageId: str('5') },
    [{ conversationName: 'n', messageId: '5' }],
    { isSuccess: false },
  ),
  {
    name: 'conversation: the error of the port is passed on',
    canvas: single('39', { inputParameters: params({ conversationName: str('n') }) }),
    world: {
      ports: {
        conversation: {
          ...conversation,
          create: () => {
            throw Object.assign(new Error('the name is taken'), { code: ErrorCode.engine.conversationDuplicated })
          },
        },
      },
    },
    expect: { error: { code: ErrorCode.engine.conversationDuplicated, node: '10' } },
  },
  onPort(
    'plugin: arguments in, declared outputs out',
    plugin(vars('r', 'n:integer')),
    { plugin: { call: note({ output: { r: 'R', n: '4', z: 0 } }) } },
    { r: 'R', n: 4 },
    [{ pluginId: '22', apiId: '11', apiName: 'find', version: 'v1', from: '' }, { q: 'A' }],
  ),
  {
    name: 'plugin: outputs of the wrong type become null',
    canvas: plugin(vars('n:integer')),
    world: { ports: { plugin: { call: () => ({ output: { n: 'x' } }) } } },
    expect: { nodes: { '10': { n: null } }, warnings: { '10': 'field n is not integer' } },
  },
  {
    name: 'plugin: a permission that is missing is an error',
    canvas: plugin(vars('r')),
    world: { ports: { plugin: { call: () => ({ output: {}, authUrl: 'https://auth' }) } } },
    expect: { error: { code: ErrorCode.engine.authRequired, node: '10', message: /https:\/\/auth/ } },
  },
  (() => {
    let allowed = false
    return {
      name: 'plugin: a permission can be waited for',
      canvas: plugin(vars('r')),
      options: { authInterrupt: true },
      answers: ['done'],
      world: {
        ports: {
          plugin: {
            call: () => {
              const first = !allowed
              allowed = true
              return first ? { output: {}, authUrl: 'https://auth' } : { output: { r: 'R' } }
            },
          },
        },
      },
      expect: { interrupts: [{ type: 7, data: { auth_url: 'https://auth' } }], nodes: { '10': { r: 'R' } } },
    } satisfies Case
  })(),
  {
    name: 'plugin: a node without a tool is refused',
    canvas: single('4', { apiParam: [] }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  onPort(
    'trigger: set',
    single(
      '34',
      {
        meta: { workflowId: '9', triggerType: 'CRONJOB' },
        config: params({ triggerId: str('t'), cronjob: str('0 0 * * *'), userId: ref('s.a') }),
        payload: params({ p: ref('s.a') }),
      },
      vars('triggerId'),
    ),
    { triggers: { upsert: note('t2'), remove: note(0), read: note([]) } },
    { triggerId: 't2' },
    [
      {
        triggerId: 't',
        workflowId: '9',
        config: { triggerId: 't', cronjob: '0 0 * * *', userId: 'A' },
        payload: { p: 'A' },
        meta: { workflowId: '9', triggerType: 'CRONJOB' },
      },
    ],
  ),
  onPort(
    'trigger: delete',
    single(
      '35',
      { inputParameters: params({ userId: ref('s.a'), triggerId: str('t') }) },
      vars('success:boolean', 'numberOfDeletions:integer'),
    ),
    { triggers: { upsert: note(''), remove: note(2), read: note([]) } },
    { success: true, numberOfDeletions: 2 },
    [{ userId: 'A', triggerId: 't' }],
  ),
  onPort(
    'trigger: read',
    single('36', { inputParameters: params({ userId: ref('s.a') }) }, [
      variable('outputList', 'list', { schema: { type: 'object' } }),
    ]),
    { triggers: { upsert: note(''), remove: note(0), read: note([{ triggerId: 't' }]) } },
    { outputList: [{ triggerId: 't' }] },
    [{ userId: 'A' }],
  ),
  {
    name: 'trigger: a node without a workflow is refused',
    canvas: single('34', { config: [] }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  onPort(
    'long-term memory',
    single('26', { inputParameters: params({ Query: ref('s.a'), enableChatHistory: bool('false') }) }, [
      variable('outputList', 'list', { schema: { type: 'object', schema: vars('output', 'date') } }),
    ]),
    { memory: { recall: note([{ output: 'likes tea', date: '2024' }]) } },
    { outputList: [{ output: 'likes tea', date: '2024' }] },
    [{ query: 'A', history: [] }],
  ),
  onPort(
    'image: generate',
    single('16', image, vars('data', 'msg')),
    { image: { generate: note({ url: 'https://h/i.png', message: 'ok' }) } },
    { data: 'https://h/i.png', msg: 'ok' },
    [
      {
        model: '8',
        width: 512,
        height: 256,
        steps: 20,
        prompt: 'a A',
        negativePrompt: 'no A',
        references: [{ preprocessor: 1, weight: 0.5, url: 'A' }],
      },
    ],
  ),
  onPort(
    'image: reference',
    single('17', { kind: 'pose', inputParameters: params({ url: ref('s.a') }) }, vars('url')),
    { image: { reference: note({ url: 'https://h/r.png' }) } },
    { url: 'https://h/r.png' },
    [{ kind: 'pose', url: 'A' }],
  ),
  onPort(
    'image: draw',
    single(
      '23',
      { canvasSchema: '{"width":10,"objects":[]}', inputParameters: params({ t: ref('s.a') }) },
      vars('data', 'msg'),
    ),
    { image: { draw: note({ url: 'https://h/d.png', message: '' }) } },
    { data: 'https://h/d.png', msg: '' },
    [{ canvas: { width: 10, objects: [] }, values: { t: 'A' } }],
  ),
  {
    name: 'image: a drawing that is no JSON is refused',
    canvas: single('23', { canvasSchema: 'x' }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  onPort(
    'scene: read variables',
    single('24', { mode: 'get' }, vars('mood')),
    { scene: { variables: note({ mood: 'calm' }), chat: note({}) } },
    { mood: 'calm' },
    [{ operation: 'get', values: {}, names: ['mood'] }],
  ),
  onPort(
    'scene: set variables',
    single('24', { mode: 'set', inputParameters: params({ mood: ref('s.a') }) }),
    { scene: { variables: note({}), chat: note({}) } },
    { isSuccess: true },
    [{ operation: 'set', values: { mood: 'A' }, names: [] }],
  ),
  onPort(
    'scene: speak',
    single('25', { roles: ['x'], inputParameters: params({ topic: ref('s.a') }) }, vars('said')),
    { scene: { variables: note({}), chat: note({ said: 'hello' }) } },
    { said: 'hello' },
    [{ setting: { roles: ['x'] }, input: { topic: 'A' } }],
  ),
  missing('3', 'model', { llmParam: [] }, vars('output')),
  missing('4', 'plugin', { apiParam: params({ apiID: str('1') }) }),
  missing('5', 'code', { code: 'x', language: 3 }),
  missing('6', 'knowledge', dataset),
  missing('9', 'workflows', { workflowId: '1' }),
  missing('11', 'variables', { mode: 'get' }, vars('x')),
  missing('12', 'database', { ...table, sql: 'select 1' }),
  missing('14', 'workflows', { workflowId: '1' }),
  missing('16', 'image', {}),
  missing('17', 'image', {}),
  missing('22', 'model', { intents: [{ name: 'a' }] }),
  missing('23', 'image', { canvasSchema: '{}' }),
  missing('24', 'scene', {}),
  missing('25', 'scene', {}),
  missing('26', 'memory', {}),
  missing('27', 'knowledge', dataset),
  missing('34', 'triggers', { meta: { workflowId: '1' } }),
  missing('35', 'triggers', {}),
  missing('36', 'triggers', {}),
  ...['37', '38', '39', '51', '52', '53', '54', '55', '56', '57'].map((type) => missing(type, 'conversation', {})),
  missing('40', 'variables', {
    inputParameters: [
      {
        left: { type: 'string', value: { type: 'ref', content: { source: 'global_variable_app', path: ['x'] } } },
        input: str('v'),
      },
    ],
  }),
  missing('42', 'database', table),
  missing('43', 'database', { ...table, selectParam: { limit: 1 } }),
  missing('44', 'database', table),
  missing('45', 'http', { apiInfo: { method: 'GET', url: 'https://h' } }),
  missing('46', 'database', table),
  missing('60', 'knowledge', dataset),
  {
    name: 'a global variable without its port is a clear error',
    canvas: chain(
      start(),
      end({ r: { type: 'string', value: { type: 'ref', content: { source: 'global_variable_app', path: ['x'] } } } }),
    ),
    world: { ports: { variables: undefined } as Partial<Ports> },
    expect: { error: { code: ErrorCode.engine.operationFail, node: '900001', message: /variables/ } },
  },
]
