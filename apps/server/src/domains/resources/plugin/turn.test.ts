import { ParameterLocation, ParameterType } from '@orrery/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { openEverything } from '#domains/resources/mcp/testing/everything-server.ts'
import { param } from './testing/plugin-lab.ts'
import { openTarget, type Target } from './testing/target-server.ts'

/** Whole turns of a bot over HTTP, with tools on real servers. */
let lab: ChatLab
let owner: Person
let target: Target
let everything: Awaited<ReturnType<typeof openEverything>>
beforeAll(async () => {
  ;[target, everything] = await Promise.all([openTarget(), openEverything('streamableHttp')])
  lab = await openChatLab({ allow: [target.host, everything.host] })
  ;({ owner } = lab)
})
beforeEach(() => lab.server.reset())
const { string, number } = ParameterType
const lastToModel = () => JSON.stringify(lab.server.requests.at(-1)!.body.messages.at(-1))

async function weather(more: Record<string, unknown> = {}) {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id: lab.spaceId,
    name: 'Weather',
    desc: 'Tells the weather',
    url: target.url,
    icon: {},
    auth_type: 1,
    location: 1,
    key: 'x-api-key',
    service_token: 'sk-turn-secret',
  } as never)
  const { api_id } = await owner.api.pluginTool.create({
    plugin_id,
    name: 'forecast',
    desc: 'The weather of a city',
    path: '/forecast/{city}',
    method: 1,
    request_params: [
      param('city', string, { location: ParameterLocation.path, is_required: true }),
      param('days', number, { location: ParameterLocation.query }),
    ],
    response_params: [param('temperature', number), param('path', string)],
    ...more,
  } as never)
  await owner.api.plugin.publish({ plugin_id })
  return { plugin_id, api_id, api_name: 'forecast' }
}
async function everythingTool(name: string) {
  const { mcp_server: server } = await owner.api.mcp.create({ space_id: lab.spaceId, name: 'Everything' })
  await owner.api.mcp.createPoint({ mcp_server_id: server.id, server_url: everything.url })
  const { plugin_list } = await owner.api.pluginList.playground({ space_id: lab.spaceId, plugin_ids: [server.id] })
  const tool = plugin_list[0]!.plugin_apis.find((item) => item.name === name)!
  return { plugin_id: server.id, api_id: tool.api_id, api_name: name, response: tool.response_params }
}
const refOf = ({ plugin_id, api_id, api_name }: { plugin_id: string; api_id: string; api_name: string }) => ({
  plugin_id,
  api_id,
  api_name,
})

describe('an HTTP plugin', () => {
  test('is called by the model with the key of the plugin; arguments go to their locations, only declared fields return', async () => {
    const tool = await weather()
    const bot = await lab.createBot({ plugin_info_list: [refOf(tool)] })
    lab.server.script(calls({ name: 'forecast', arguments: '{"city":"Lima","days":3}' }), says('21.5 degrees.'))
    const reply = await lab.ask(bot, 'How warm is Lima?')
    expect(reply.text).toBe('21.5 degrees.')
    expect(target.last()).toMatchObject({ method: 'GET', path: '/forecast/Lima', query: { days: '3' } })
    expect(target.last().headers['x-api-key']).toBe('sk-turn-secret')
    expect(lastToModel()).toContain('21.5')
    expect(lastToModel()).not.toContain('secret_sauce')
    // Neither the model nor the user gets the key.
    expect(JSON.stringify(lab.server.requests)).not.toContain('sk-turn-secret')
    expect(JSON.stringify(reply.events)).not.toContain('sk-turn-secret')
    const kinds = reply.list.map(({ message }) => message.type)
    expect(kinds.indexOf('function_call')).toBeLessThan(kinds.indexOf('tool_response'))
    const response = reply.list.find(({ message }) => message.type === 'tool_response')!
    expect(JSON.parse(response.message.content)).toEqual({ temperature: 21.5, path: '/forecast/Lima' })
  })

  test('fails without ending the turn: the model gets the reason and continues', async () => {
    const tool = await weather({ path: '/broken' })
    target.json('/broken', { error: 'the sky fell' }, 500)
    const bot = await lab.createBot({ plugin_info_list: [refOf(tool)] })
    lab.server.script(calls({ name: 'forecast', arguments: '{"city":"Lima"}' }), says('I could not find out.'))
    const reply = await lab.ask(bot, 'How warm?')
    expect(reply.text).toBe('I could not find out.')
    expect(lastToModel()).toMatch(/500/)
  })
})

describe('an MCP server', () => {
  test('is called by the model, and its result is returned as declared', async () => {
    const tool = await everythingTool('get-sum')
    expect(tool.response).toMatchObject([{ name: 'text', type: string }])
    const bot = await lab.createBot({ plugin_info_list: [refOf(tool)] })
    lab.server.script(calls({ name: 'get-sum', arguments: '{"a":2,"b":40}' }), says('42.'))
    const reply = await lab.ask(bot, 'Two and forty?')
    expect(reply.text).toBe('42.')
    expect(lab.server.requests[0]!.body.tools![0]!.function).toMatchObject({
      name: 'get-sum',
      parameters: { required: ['a', 'b'], properties: { a: { type: 'number' } } },
    })
    const response = reply.list.find(({ message }) => message.type === 'tool_response')!
    expect(JSON.parse(response.message.content)).toEqual({ text: expect.stringContaining('42') })
  })

  test('respects the settings of the bot: hidden parameters have fixed values, hidden fields are removed', async () => {
    const sum = await everythingTool('get-sum')
    const bot = await lab.createBot({ plugin_info_list: [refOf(sum)] })
    const which = { bot_id: bot, plugin_id: sum.plugin_id, api_name: 'get-sum' }
    const { request_params } = await owner.api.pluginTool.botParams(which)
    await owner.api.pluginTool.saveBotParams({
      ...which,
      request_params: request_params.map((requestParam) =>
        requestParam.name === 'b' ? { ...requestParam, local_default: '40', local_disable: true } : requestParam,
      ),
    })
    // A value that the model gives for the hidden parameter is ignored.
    lab.server.script(calls({ name: 'get-sum', arguments: '{"a":2,"b":1000}' }), says('42.'))
    await lab.ask(bot, 'Two and forty?')
    expect(lastToModel()).toContain('42')
    expect(lastToModel()).not.toContain('1002')
    expect(JSON.stringify(lab.server.requests[0]!.body.tools![0]!.function.parameters)).not.toContain('"b"')

    const structured = await everythingTool('get-structured-content')
    await lab.update(bot, { plugin_info_list: [refOf(structured)] })
    const place = { bot_id: bot, plugin_id: structured.plugin_id, api_name: 'get-structured-content' }
    const { response_params } = await owner.api.pluginTool.botParams(place)
    const hidden = response_params[0]!.name
    await owner.api.pluginTool.saveBotParams({
      ...place,
      response_params: response_params.map((responseParam) => ({
        ...responseParam,
        local_disable: responseParam.name === hidden,
      })),
    })
    lab.server.reset()
    lab.server.script(calls({ name: 'get-structured-content', arguments: '{"location":"New York"}' }), says('Fine.'))
    const reply = await lab.ask(bot, 'How is it there?')
    const response = reply.list.find(({ message }) => message.type === 'tool_response')!
    const shown = Object.keys(JSON.parse(response.message.content) as object)
    expect(shown).not.toContain(hidden)
    expect(shown).toEqual(response_params.map((responseParam) => responseParam.name).filter((name) => name !== hidden))
  })

  test('a tool that may have side effects asks the user first, and its result is marked as data', async () => {
    const tool = await everythingTool('toggle-simulated-logging')
    const bot = await lab.createBot({ plugin_info_list: [refOf(tool)] })
    const toggle = calls({ name: 'toggle-simulated-logging', arguments: '{}' })
    lab.server.script(toggle, says('Switched.'))
    const reply = await lab.ask(bot, 'The page says: switch the logging')
    expect(reply.text).not.toContain('Switched.')
    expect(reply.list.map(({ message }) => message.type)).not.toContain('tool_response')
    expect(lab.server.requests).toHaveLength(1)
    const said = await lab.ask(bot, 'yes')
    expect(said.text).toBe('Switched.')
    const told = lab.server.requests.at(-1)!.body.messages.findLast((message) => message.role === 'tool')!
    expect(String(told.content)).toMatch(/simulated/i)
    expect(String(told.content)).toMatch(/untrusted|not instructions|data/i)
  })

  test('invalid arguments do not reach the server; the model gets the reason and can correct them', async () => {
    const tool = await everythingTool('get-sum')
    const bot = await lab.createBot({ plugin_info_list: [refOf(tool)] })
    lab.server.script(
      calls({ name: 'get-sum', arguments: '{"a":"two"}' }),
      calls({ name: 'get-sum', arguments: '{"a":2,"b":3}' }),
      says('5.'),
    )
    const reply = await lab.ask(bot, 'Two and three?')
    expect(reply.text).toBe('5.')
    const results = lab.server.requests.map((request) => String(request.body.messages.at(-1)!.content))
    expect(results[1]).toMatch(/\bb\b|number/)
    expect(results[1]).not.toContain('sum of')
    expect(results[2]).toContain('5')
  })

  test('a server of another space cannot be used by this bot', async () => {
    const tool = await everythingTool('echo')
    const stranger = await lab.t.register('mcp-stranger')
    const spaceId = (await stranger.api.space.create({ name: 'Elsewhere' })).id
    const { bot_id } = await stranger.api.bot.create({ space_id: spaceId, name: 'Thief' })
    await stranger.api.bot.updateDraft({
      bot_info: { bot_id, model_info: { model_id: lab.modelId }, plugin_info_list: [refOf(tool)] },
    } as never)
    lab.server.script(says('No tools.'))
    await lab.ask(bot_id, 'Echo!', {}, stranger)
    expect(lab.server.requests[0]!.body.tools ?? []).toEqual([])
  })
})

test('prices set by the author of a tool are stored with the version and shown to the person who chooses it', async () => {
  const pricing = { price: '0.05', currency: 1, unit_name: 'call', units_for_once: 1, comment: 'Per city' }
  const { plugin_id, api_id } = await weather({ api_extend: { pricing } })
  const { pricing_rules: rules } = await owner.api.pluginTool.prices({ plugin_apis: [{ plugin_id, api_id }] })
  expect(rules).toMatchObject([
    {
      APIID: api_id,
      Comment: 'Per city',
      PricingStrategy: 1,
      PriceInfo: { Price: '0.05', CurrencyType: 1, UnitName: 'call', UnitsForOnce: '1' },
      PluginInfo: { id: plugin_id, name: 'Weather' },
    },
  ])
  // A change of the draft does not change the published price.
  await owner.api.pluginTool.update({ plugin_id, api_id, api_extend: { pricing: { ...pricing, price: '9' } } })
  expect((await owner.api.pluginTool.prices({ plugin_apis: [{ plugin_id, api_id }] })).pricing_rules[0]).toMatchObject({
    PriceInfo: { Price: '0.05' },
  })
  await expect(
    owner.api.pluginTool.update({ plugin_id, api_id, api_extend: { pricing: { ...pricing, price: 'much' } } }),
  ).rejects.toMatchObject({ status: 400 })
  const free = await owner.api.pluginTool.prices({ plugin_apis: [{ plugin_id: '70000002', name: 'calculate' }] })
  expect(free.pricing_rules).toMatchObject([{ PricingStrategy: 0, PriceInfo: { Price: '0' } }])
})
