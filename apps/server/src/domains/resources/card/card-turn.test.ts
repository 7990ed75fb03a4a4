import { CardBiz, CardStatus, ConnectorId, ParameterType, readCard } from '@orrery/contract'
import OpenAI from 'openai'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readReply, type Reply } from '#testing/chat-lab.ts'
import { all, type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import {
  answerNode,
  canvas,
  edge,
  greeting,
  outputNode,
  param as input,
  ref,
  startNode,
} from '#testing/workflow-canvas.ts'
import { param } from '#domains/resources/plugin/testing/plugin-lab.ts'

/** Results of tools with a bound card are shown as cards: in the preview, to visitors and to programs. */
let lab: OpenLab
let pluginId: string
let toolId: string
let cardIds: Record<string, string>
const { string, array, object } = ParameterType
const code = `function handler({ input }) {
  return { headline: 'News of ' + input.city, items: [
    { title: 'One', url: 'https://a.test/1' }, { title: 'Two', url: 'https://a.test/2' }, { title: 'Three', url: '' } ] }
}`
beforeAll(async () => {
  lab = await openOpenLab()
  const { api } = lab.owner
  const made = await api.plugin.registerMeta({
    space_id: lab.spaceId,
    name: 'Paper',
    desc: 'News',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  pluginId = made.plugin_id
  const tool = await api.pluginTool.create({
    plugin_id: pluginId,
    name: 'news',
    desc: 'News of a city',
    source_code: code,
    request_params: [param('city', string, { is_required: true })],
    response_params: [
      param('headline', string),
      param('items', array, { sub_type: object, sub_parameters: [param('title', string), param('url', string)] }),
    ],
  })
  toolId = tool.api_id
  await api.plugin.publish({ plugin_id: pluginId })
  const { card_list } = await api.cards.list({ space_id: lab.spaceId })
  cardIds = Object.fromEntries(card_list.map((card) => [card.name, card.card_id]))
})
beforeEach(() => lab.server.reset())

const skills = () => ({ plugin_info_list: [{ plugin_id: pluginId, api_id: toolId, api_name: 'news' }] })
const target = (bot_id: string) => ({ plugin_id: pluginId, api_name: 'news', bot_id })
async function reader(more: object = {}) {
  const bot = await lab.createBot(skills())
  await lab.owner.api.cards.bind({
    ...target(bot),
    card_id: cardIds.List!,
    mapping_rule: '{"items":"items","title":"items.title","link":"items.url"}',
    max_display_rows: 2,
    ...more,
  })
  return bot
}
const asks = () => calls({ name: 'news', arguments: '{"city":"Lima"}' })
const cardsIn = ({ list }: Pick<Reply, 'list'>) =>
  list.flatMap(({ message }) =>
    message.content_type === 'card' && message.content ? [readCard(message.content)!] : [],
  )
const items = [
  { title: 'One', body: null, link: 'https://a.test/1' },
  { title: 'Two', body: null, link: 'https://a.test/2' },
]
const words = '- One · https://a.test/1\n- Two · https://a.test/2'

describe('in the preview', () => {
  test('the card is the answer: drawn, described in words, stored, with the figures of the turn', async () => {
    const bot = await reader()
    lab.server.script(asks())
    const reply = await lab.ask(bot, 'What is new?')
    expect(cardsIn(reply)).toEqual([
      {
        card_id: cardIds.List,
        version: '1',
        dsl: expect.objectContaining({ name: 'List', display: 'list' }) as object,
        data: { items },
        text: words,
      },
    ])
    // The model was not called again, and the message has the figures of the turn.
    expect(lab.server.requests).toHaveLength(1)
    const end = reply.list.findLast(({ message }) => message.type === 'answer')!
    expect([end.is_finish, end.message.content_type, Number(end.message.extra_info.token)]).toEqual([true, 'card', 18])
    const stored = (await lab.messages(bot)).message_list.find(({ type }) => type === 'answer')!
    expect([stored.content_type, readCard(stored.content)?.data]).toEqual(['card', { items }])
    // Later turns get the card in words.
    lab.server.script(says('The first one.'))
    await lab.ask(bot, 'Which do you like?')
    const sent = lab.server.requests.at(-1)!.body.messages
    expect(sent).toContainEqual({ role: 'assistant', content: words })
  })

  test('the model answers after the card if the bot is configured so', async () => {
    const bot = await reader({ llm_text_card: true })
    lab.server.script(asks(), says('Two stories today.'))
    const reply = await lab.ask(bot, 'What is new?')
    expect(cardsIn(reply)).toHaveLength(1)
    const stored = (await lab.messages(bot)).message_list.filter(({ type }) => type === 'answer').toReversed()
    expect(stored.map((message) => message.content_type)).toEqual(['card', 'text'])
    expect(stored[1]!.content).toBe('Two stories today.')
  })

  test('a result that does not fit the card, or whose card was deleted, stays text', async () => {
    const bot = await reader({ mapping_rule: '{"items":"nothing.here"}' })
    lab.server.script(asks(), says('As text.'))
    const reply = await lab.ask(bot, 'What is new?')
    expect([cardsIn(reply), reply.text]).toEqual([[], 'As text.'])
    const { card_id } = await lab.owner.api.cards.create({ space_id: lab.spaceId, card_id: cardIds.Text!, name: 'Own' })
    await lab.owner.api.cards.bind({ ...target(bot), card_id, mapping_rule: '{"title":"headline"}' })
    lab.server.script(asks())
    expect(cardsIn(await lab.ask(bot, 'Once more'))[0]).toMatchObject({ data: { title: 'News of Lima' } })
    await lab.owner.api.cards.remove({ card_id })
    lab.server.script(asks(), says('As text again.'))
    expect((await lab.ask(bot, 'And now?')).text).toBe('As text again.')
    expect(await lab.owner.api.cards.bindStatus({ bot_id: bot })).toMatchObject({
      bind_cards: [{ card_id, status: CardStatus.needUpdate }],
    })
  })

  test('the output of a workflow can be shown as a card, but not other nodes', async () => {
    const { api } = lab.owner
    const made = async (name: string, schema: string) => {
      const { workflow_id } = await api.workflow.create({ name, space_id: lab.spaceId })
      await api.workflow.save({ workflow_id, schema })
      await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
      return workflow_id
    }
    const flow = await made('make_note', greeting('Note: {{String1}}'))
    const bot = await lab.createBot({ workflow_info_list: [{ workflow_id: flow }] })
    const { api_struct } = await api.cards.cardStruct({
      biz_type: CardBiz.workflow,
      plugin_id: flow,
      unique_id: '',
      from_plugin_preset: false,
    })
    expect(api_struct.map(({ name }) => name)).toEqual(['output'])
    const bind = (business_id: string, unique_id: string) =>
      api.cards.bind({
        bot_id: bot,
        biz_type: CardBiz.workflow,
        business_id,
        unique_id,
        card_id: cardIds.Text!,
        mapping_rule: '{"body":"output"}',
      })
    await expect(bind(flow, '2')).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^unique_id/) as string,
    })
    await bind(flow, '900001')
    lab.server.script(calls({ name: 'ts_make_note', arguments: '{"input":"milk"}' }))
    expect(cardsIn(await lab.ask(bot, 'note milk'))[0]).toMatchObject({
      data: { title: null, body: 'Note: milk' },
      text: 'Text: Note: milk',
    })
  })
})

describe('nodes of a workflow that send messages', () => {
  /** Sends a message, then one for a card, then answers. */
  const talk = (from: string) =>
    canvas(
      [
        startNode([{ name: from, type: 'string', required: true }]),
        outputNode('2', ref('100001', from), 'Looking for {{text}}'),
        outputNode('3', ref('100001', from), 'Found {{text}}'),
        answerNode([input('output', ref('100001', from))], 'Done with {{output}}'),
      ],
      [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
    )
  async function talker(flow_mode: 0 | 3) {
    const { api } = lab.owner
    const schema = talk(flow_mode === 3 ? 'USER_INPUT' : 'input')
    const { workflow_id } = await api.workflow.create({ name: `talks_${flow_mode}`, space_id: lab.spaceId, flow_mode })
    await api.workflow.save({ workflow_id, schema })
    await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
    return workflow_id
  }
  const bindNode = (bot_id: string, business_id: string, unique_id: string, rule = '{"title":"text"}') =>
    lab.owner.api.cards.bind({
      bot_id,
      biz_type: CardBiz.workflow,
      business_id,
      unique_id,
      card_id: cardIds.Text!,
      mapping_rule: rule,
    })
  const answers = async (bot: string) =>
    (await lab.messages(bot)).message_list
      .filter(({ type }) => type === 'answer')
      .toReversed()
      .map(({ content, content_type }) => (content_type === 'card' ? `card ${readCard(content)!.text}` : content))

  test('in a workflow used as a tool: the bound node sends a card, in its place among the messages', async () => {
    const flow = await talker(0)
    const bot = await lab.createBot({ workflow_info_list: [{ workflow_id: flow }] })
    await bindNode(bot, flow, '3')
    lab.server.script(calls({ name: 'ts_talks_0', arguments: '{"input":"milk"}' }))
    expect(cardsIn(await lab.ask(bot, 'milk?'))).toMatchObject([{ data: { title: 'milk', body: null } }])
    expect(await answers(bot)).toEqual(['Looking for milk', 'card Title: milk', 'Done with milk'])
    const { bind_cards } = await lab.owner.api.cards.bindStatus({ bot_id: bot })
    expect(bind_cards).toMatchObject([{ unique_id: '3', status: CardStatus.latest }])
  })
  test('the end node can have a card too; values that do not fit the card are sent as text', async () => {
    const flow = await talker(0)
    const bot = await lab.createBot({ workflow_info_list: [{ workflow_id: flow }] })
    await bindNode(bot, flow, '900001', '{"title":"output"}')
    await bindNode(bot, flow, '2', '{"title":"nothing"}')
    lab.server.script(calls({ name: 'ts_talks_0', arguments: '{"input":"tea"}' }))
    await lab.ask(bot, 'tea?')
    expect(await answers(bot)).toEqual(['Looking for tea', 'Found tea', 'card Title: tea'])
    await expect(bindNode(bot, flow, '100001')).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^unique_id/) as string,
    })
  })
  test('in a bot that is a chatflow, also in its published version', async () => {
    const flow = await talker(3)
    const bot = await lab.createBot({ bot_mode: 2, layout_info: { workflow_id: flow } })
    await bindNode(bot, flow, '3')
    await lab.ask(bot, 'milk')
    expect(await answers(bot)).toEqual(['Looking for milk', 'card Title: milk', 'Done with milk'])
    await lab.publish(bot, ['1024', ConnectorId.page])
    const chat = await lab.coze.chat.createAndPoll({
      bot_id: bot,
      user_id: 'u2',
      additional_messages: [{ role: 'user' as never, content: 'tea', content_type: 'text' }],
    })
    const said = chat.messages!.filter((message) => message.type === 'answer')
    expect(said.map(({ content_type }) => content_type)).toEqual(['text', 'card', 'text'])
  })
})

describe('of a published bot', () => {
  test('visitors and programs get the card of the published version; clients without cards get its words', async () => {
    const bot = await reader()
    await lab.publish(bot, ['1024', ConnectorId.page])
    // Unbinding the card in the draft does not affect the published version.
    await lab.owner.api.cards.bind({ ...target(bot), card_id: '0' })
    const status = async (using_master: boolean) =>
      (await lab.owner.api.cards.bindStatus({ bot_id: bot, using_master })).bind_cards.map((card) => card.card_id)
    expect([await status(false), await status(true)]).toEqual([[], [cardIds.List]])
    const plugins = [{ plugin_id: pluginId, api_name: 'news' }]
    expect((await lab.owner.api.cards.ofPlugins({ bot_id: bot, plugins })).plugin_cards).toEqual([])
    expect(
      (await lab.owner.api.cards.ofPlugins({ bot_id: bot, plugins, using_master: true })).plugin_cards,
    ).toMatchObject([{ card_id: cardIds.List, status: CardStatus.latest }])

    const { links } = await lab.owner.api.share.links({ resource_id: bot })
    const { key } = links.find((link) => link.connector_id === ConnectorId.page)!
    const { token } = await lab.t.anonymous.share.enter({ key })
    const visitor = lab.t.apiWith({ authorization: `Bearer ${token}` })
    const { conversation_id } = await visitor.share.messages({ key })
    lab.server.script(asks())
    const seen = await readReply(await visitor.share.chat({ key, conversation_id, query: 'What is new?' }))
    expect(cardsIn(seen)[0]).toMatchObject({ data: { items }, text: words })

    lab.server.script(asks())
    const chat = await lab.coze.chat.createAndPoll({
      bot_id: bot,
      user_id: 'u1',
      additional_messages: [{ role: 'user' as never, content: 'What is new?', content_type: 'text' }],
    })
    const answer = chat.messages!.find((message) => message.type === 'answer')!
    expect([answer.content_type, readCard(answer.content)?.text]).toEqual(['card', words])

    const openai = new OpenAI({ baseURL: `${lab.baseURL}/v1`, apiKey: lab.token, maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: 'What is new?' }]
    lab.server.script(asks())
    const whole = await openai.chat.completions.create({ model: bot, messages })
    expect(whole.choices[0]!.message.content).toBe(words)
    lab.server.script(asks())
    const chunks = await all(await openai.chat.completions.create({ model: bot, messages, stream: true }))
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(words)
    lab.server.script(asks())
    expect((await openai.responses.create({ model: bot, input: 'What is new?' })).output_text).toBe(words)
  })

  test('a copy of the bot has its cards; people of other spaces can neither read nor change them', async () => {
    const bot = await reader()
    const { bot_id: copy } = await lab.owner.api.bot.duplicate({ bot_id: bot, space_id: lab.spaceId })
    expect(await lab.owner.api.cards.binding(target(copy))).toMatchObject({ card_id: cardIds.List })
    const stranger = await lab.t.register('stranger')
    await expect(stranger.api.cards.binding(target(bot))).rejects.toMatchObject({ status: 404 })
    await expect(stranger.api.cards.bind({ ...target(bot), card_id: '0' })).rejects.toMatchObject({ status: 404 })
    expect(await lab.owner.api.cards.binding(target(bot))).toMatchObject({ card_id: cardIds.List })
  })
})

describe('the calls for bindings', () => {
  test('an invalid mapping rule is refused and changes nothing', async () => {
    const bot = await reader()
    for (const mapping_rule of ['{', '[]', '{"title":3}'])
      await expect(
        lab.owner.api.cards.bind({ ...target(bot), card_id: cardIds.Text!, mapping_rule }),
      ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^mapping_rule/) as string })
    expect(await lab.owner.api.cards.binding(target(bot))).toMatchObject({ card_id: cardIds.List })
  })
  test('the bound card is listed first; there is no list of unpublished cards', async () => {
    const { api } = lab.owner
    const ask = (more: object) => api.cards.list({ space_id: lab.spaceId, size: 1, ...more })
    expect((await ask({ bind_card_id: cardIds.Slides })).card_list[0]!.card_id).toBe(cardIds.Slides)
    const [first, second] = [
      (await api.cards.create({ space_id: lab.spaceId, name: 'First' })).card_id,
      (await api.cards.create({ space_id: lab.spaceId, name: 'Second' })).card_id,
    ]
    const own = async (bind_card_id?: string) => (await ask({ category: 2, bind_card_id })).card_list[0]!.card_id
    expect([await own(), await own(first)]).toEqual([second, first])
    expect(await ask({ status: 2 })).toEqual({ card_list: [], total: 0 })
  })
  test("bindings of a tool's author use its draft, those of bots its published version", async () => {
    const { api } = lab.owner
    await api.pluginTool.update({
      plugin_id: pluginId,
      api_id: toolId,
      response_params: [param('summary', string)],
    })
    const struct = async (from_plugin_preset: boolean) =>
      (
        await api.cards.cardStruct({
          biz_type: CardBiz.plugin,
          plugin_id: pluginId,
          unique_id: 'news',
          from_plugin_preset,
        })
      ).api_struct.map(({ name }) => name)
    expect([await struct(true), await struct(false)]).toEqual([['summary'], ['headline', 'items']])
  })
})
