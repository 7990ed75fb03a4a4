import { CardCategory, CardStatus, ParameterType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { openPluginLab, param, type PluginLab } from '#domains/resources/plugin/testing/plugin-lab.ts'

let lab: PluginLab
let owner: Person
let pluginId: string
let toolId: string
let botId: string
beforeAll(async () => {
  lab = await openPluginLab()
  ;({ owner } = lab)
  pluginId = await lab.createPlugin()
  const { string, array, object } = ParameterType
  toolId = await lab.createTool(pluginId, 'news', {
    path: '/news',
    response_params: [
      param('headline', string),
      param('items', array, { sub_type: object, sub_parameters: [param('title', string), param('url', string)] }),
    ],
  })
  botId = (await owner.api.bot.create({ space_id: lab.spaceId, name: 'Reader' })).bot_id
})
const target = () => ({ plugin_id: pluginId, api_name: 'news', bot_id: botId })

describe('cards', () => {
  test('a space can use official cards, and create and delete its own from them', async () => {
    const official = await owner.api.cards.list({ space_id: lab.spaceId })
    expect(official.total).toBeGreaterThanOrEqual(4)
    expect(official.card_list[0]).toMatchObject({ card_category: CardCategory.official, version_num: '1' })
    const { card_id } = await owner.api.cards.create({
      space_id: lab.spaceId,
      card_id: official.card_list[0]!.card_id,
      name: 'Mine',
    })
    const own = await owner.api.cards.list({ space_id: lab.spaceId, category: CardCategory.custom })
    expect(own).toMatchObject({ total: 1, card_list: [{ card_id, name: 'Mine', creator_id: owner.id }] })
    expect((await owner.api.cards.detail({ space_id: lab.spaceId, card_id })).card_detail.properties).toBe(
      official.card_list[0]!.properties,
    )
    const stranger = await lab.t.register('stranger')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    await expect(stranger.api.cards.detail({ space_id: theirs, card_id })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.api.cards.remove({ card_id })).rejects.toMatchObject({ status: 404 })
    await owner.api.cards.remove({ card_id })
    await expect(owner.api.cards.detail({ space_id: lab.spaceId, card_id })).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.cards.create({ space_id: lab.spaceId, properties: '{}' })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('show the fields of a response', async () => {
    const struct = [
      { name: 'headline', type: 2, children: [] },
      {
        name: 'items',
        type: 5,
        children: [expect.objectContaining({ name: 'title' }), expect.objectContaining({ name: 'url' })],
      },
    ]
    expect((await owner.api.cards.respStruct({ plugin_id: pluginId, api_name: 'news' })).api_struct).toEqual(struct)
    expect(
      (
        await owner.api.cards.cardStruct({
          biz_type: 1,
          plugin_id: pluginId,
          unique_id: 'news',
          from_plugin_preset: false,
        })
      ).api_struct,
    ).toEqual(struct)
    const answer = await lab.t.request(`/api/plugin/get_card_resp_struct?plugin_id=${pluginId}&unique_id=news`, {
      headers: { cookie: owner.cookie() },
    })
    expect(await answer.json()).toMatchObject({ code: 0, api_struct: [{ name: 'headline' }, { name: 'items' }] })
    await expect(owner.api.cards.respStruct({ plugin_id: pluginId, api_name: 'nothing' })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('are bound to a tool of a bot, checked for changes, and unbound', async () => {
    const [card] = (await owner.api.cards.list({ space_id: lab.spaceId })).card_list
    const bind = (mapping_rule: string, more: object = {}) =>
      owner.api.cards.bind({ ...target(), card_id: card!.card_id, mapping_rule, max_display_rows: '3', ...more })
    expect(await owner.api.cards.binding(target())).toMatchObject({ card_id: '0' })
    await bind('{"title":"headline"}')
    expect(await owner.api.cards.binding(target())).toMatchObject({
      card_id: card!.card_id,
      mapping_rule: '{"title":"headline"}',
      max_display_rows: '3',
      card_version_num: '1',
      category: 1,
    })
    const status = async () =>
      (await owner.api.cards.bindStatus({ bot_id: botId })).bind_cards.map((bindCard) => bindCard.status)
    expect(await status()).toEqual([CardStatus.latest])
    await bind('{"title":"gone.field"}')
    expect(await status()).toEqual([CardStatus.paramMismatch])
    await bind('{"title":"items.title"}', { card_version_num: '0' })
    expect(
      (await owner.api.cards.ofPlugins({ bot_id: botId, plugins: [{ plugin_id: pluginId, api_name: 'news' }] }))
        .plugin_cards,
    ).toEqual([{ card_id: card!.card_id, plugin_id: pluginId, api_name: 'news', status: CardStatus.needUpdate }])
    await owner.api.cards.bind({ ...target(), card_id: '0' })
    expect(await status()).toEqual([])
  })

  test('a tool has a preset card, which a bot can adopt', async () => {
    const [, picture] = (await owner.api.cards.list({ space_id: lab.spaceId })).card_list
    expect(await owner.api.cards.preset({ plugin_id: pluginId, api_id: toolId })).toMatchObject({ card_id: '0' })
    await expect(
      owner.api.cards.quickBind({ plugin_id: pluginId, api_name: 'news', bot_id: botId }),
    ).rejects.toMatchObject({ status: 404 })
    await owner.api.cards.bindPreset({
      plugin_id: pluginId,
      api_id: toolId,
      card_id: picture!.card_id,
      mapping_rule: '{"title":"headline"}',
    })
    expect(await owner.api.cards.preset({ plugin_id: pluginId, api_id: toolId })).toMatchObject({
      card_id: picture!.card_id,
    })
    expect(await owner.api.cards.presetOf({ plugin_id: pluginId, api_name: 'news' })).toMatchObject({
      card_bind_info: { card_id: picture!.card_id },
      card_info: { name: picture!.name },
      card_meta_info: [{ version_num: '1' }],
    })
    await owner.api.cards.quickBind({ plugin_id: pluginId, api_name: 'news', bot_id: botId })
    expect(await owner.api.cards.binding(target())).toMatchObject({
      card_id: picture!.card_id,
      plugin_preset_card_selected: true,
    })
    await owner.api.cards.bindPreset({ plugin_id: pluginId, api_id: toolId, card_id: '0' })
    expect(await owner.api.cards.preset({ plugin_id: pluginId, api_id: toolId })).toMatchObject({ card_id: '0' })
  })

  test('show an example response: values in their fields, lists cut to the number of rows', async () => {
    const list = (await owner.api.cards.list({ space_id: lab.spaceId })).card_list.find((card) => card.name === 'List')!
    const example_resp = JSON.stringify({
      items: [{ title: 'A', url: 'https://a.test' }, { title: 'B' }, { title: 'C' }],
    })
    const { plugin_card_resp } = await owner.api.cards.example({
      card_id: list.card_id,
      mapping_rule: '{"items":"items","title":"items.title","link":"items.url"}',
      max_display_rows: 2,
      example_resp,
    })
    expect(JSON.parse(plugin_card_resp.data)).toEqual({
      items: [
        { title: 'A', body: null, link: 'https://a.test' },
        { title: 'B', body: null, link: null },
      ],
    })
    await expect(
      owner.api.cards.example({ card_id: list.card_id, mapping_rule: '{}', example_resp: '{' }),
    ).rejects.toMatchObject({ status: 400 })
  })
})
