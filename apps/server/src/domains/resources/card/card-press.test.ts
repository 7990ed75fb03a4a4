import { type CardButton, type CardDesign, ConnectorId, ParameterType, readCard } from '@orrery/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readReply, type Reply } from '#testing/chat-lab.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { calls, says as answers } from '#testing/scripted-model.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { param } from '#domains/resources/plugin/testing/plugin-lab.ts'
import { button, newsDesign, newsMapping } from './testing/card-designs.ts'

/** Presses of buttons: only by the person who was shown the card, only on its current state, and once. */
let lab: OpenLab
let pluginId: string
let toolId: string
const { string, array, object } = ParameterType
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
    source_code: `function handler({ input }) { return { headline: 'News of ' + input.city, items: [{ title: 'One' }, { title: 'Two' }] } }`,
    request_params: [param('city', string, { is_required: true })],
    response_params: [
      param('headline', string),
      param('items', array, { sub_type: object, sub_parameters: [param('title', string)] }),
    ],
  })
  toolId = tool.api_id
  await api.plugin.publish({ plugin_id: pluginId })
})
beforeEach(() => lab.server.reset())

async function published(design: CardDesign): Promise<string> {
  const { api } = lab.owner
  const { card_id } = await api.cards.create({ space_id: lab.spaceId, name: 'News' })
  const { version } = await api.cardBuilder.draft({ card_id })
  await api.cardBuilder.save({ card_id, version, design })
  await api.cardBuilder.publish({ card_id, version_name: 'v1.0.0' })
  return card_id
}
async function botWith(design: CardDesign) {
  const card_id = await published(design)
  const bot = await lab.createBot({ plugin_info_list: [{ plugin_id: pluginId, api_id: toolId, api_name: 'news' }] })
  await lab.owner.api.cards.bind({
    bot_id: bot,
    plugin_id: pluginId,
    api_name: 'news',
    card_id,
    mapping_rule: newsMapping,
  })
  return { bot, card_id }
}
const asks = () => calls({ name: 'news', arguments: '{"city":"Lima"}' })
const shownIn = ({ list }: Pick<Reply, 'list'>) => {
  const { message, conversation_id } = list.findLast(({ message: one }) => one.content_type === 'card' && one.content)!
  return { message_id: message.message_id, conversation_id, card: readCard(message.content)! }
}
async function shown(design: CardDesign) {
  const { bot, card_id } = await botWith(design)
  lab.server.script(asks())
  const seen = shownIn(await lab.ask(bot, 'What is new?'))
  const press = (button_id: string, more: object = {}) =>
    lab.owner.api.cards.press({
      conversation_id: seen.conversation_id,
      message_id: seen.message_id,
      signature: seen.card.signature!,
      button_id,
      ...more,
    })
  return { bot, card_id, ...seen, press }
}
const says = (text: string, more: Partial<CardButton> = {}) => button('go', { type: 'say', text }, more)

describe('a drawn card in a turn', () => {
  test('is filled, described in words for the model, and keeps the version that was bound', async () => {
    const { bot, card_id, card } = await shown(newsDesign())
    expect(card).toMatchObject({
      version: '1',
      data: { headline: 'News of Lima', stories: [{ title: 'One' }, { title: 'Two' }] },
      text: 'News of Lima\n- 1. One\n- 2. Two',
    })
    const { version } = await lab.owner.api.cardBuilder.draft({ card_id })
    const next = newsDesign()
    next.elements = next.elements.slice(0, 1)
    next.variables = next.variables.slice(0, 1)
    await lab.owner.api.cardBuilder.save({ card_id, version, design: next })
    await lab.owner.api.cardBuilder.publish({ card_id, version_name: 'v2.0.0' })
    lab.server.script(asks())
    expect(shownIn(await lab.ask(bot, 'And now?')).card.version).toBe('1')
  })
})

describe('a press', () => {
  test('sends a text with values of the card, once; a repeatable button works again', async () => {
    const { press } = await shown(
      newsDesign([
        says('More about {{headline}}'),
        button('often', { type: 'say', text: 'Again' }, { repeatable: true }),
      ]),
    )
    const first = await press('often')
    expect([first.say, readCard(first.content)!.clicked]).toEqual(['Again', undefined])
    expect((await press('often')).say).toBe('Again')
    const { say, content } = await press('go')
    expect([say, readCard(content)!.clicked]).toEqual(['More about News of Lima', ['go']])
    const signature = readCard(content)!.signature!
    for (const again of [{}, { signature }]) await expect(press('go', again)).rejects.toMatchObject({ status: 409 })
    // The repeatable button needs the signature of the changed card.
    await expect(press('often')).rejects.toMatchObject({ status: 409 })
    expect((await press('often', { signature })).say).toBe('Again')
  })
  test('concurrent presses count once', async () => {
    const { press } = await shown(newsDesign([says('Once')]))
    const answers = await Promise.allSettled([press('go'), press('go'), press('go')])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
  test('in a list refers to the item of the button', async () => {
    const design = newsDesign()
    const list = design.elements[1] as Extract<CardDesign['elements'][number], { type: 'list' }>
    list.elements.push({
      id: 'row',
      type: 'buttons',
      buttons: [button('pick', { type: 'say', text: 'I take {{item.title}}' })],
    })
    const { press } = await shown(design)
    const taken = await press('pick', { item: 1 })
    expect([taken.say, readCard(taken.content)!.clicked]).toEqual(['I take Two', ['pick/1']])
    const { signature } = readCard(taken.content)!
    expect((await press('pick', { item: 0, signature })).say).toBe('I take One')
    for (const item of [7, undefined]) await expect(press('pick', { item })).rejects.toMatchObject({ status: 404 })
  })
  test('submits the filled-in values, validated against the card', async () => {
    const inputs: CardDesign['elements'] = [
      { id: 'rating_1', type: 'rating', name: 'stars', label: 'Stars', max: 5, required: true },
      { id: 'select_1', type: 'select', name: 'city', label: 'City', options: ['Lima', 'Oslo'], required: false },
    ]
    const { press } = await shown(newsDesign([button('send', { type: 'submit', text: '' })], inputs))
    for (const [values, name] of [
      [{}, 'stars'],
      [{ stars: '6' }, 'stars'],
      [{ stars: '4', city: 'Rome' }, 'city'],
      [{ stars: '4', other: 'x' }, 'other'],
    ] as const)
      await expect(press('send', { values })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(`values.${name}`) as string,
      })
    expect((await press('send', { values: { stars: '4', city: 'Oslo' } })).say).toBe('Stars: 4\nCity: Oslo')
  })
  test('changes the card in place, and later turns see the changed card', async () => {
    const { press, bot } = await shown(
      newsDesign([button('read', { type: 'change', set: { headline: 'Read: {{headline}}' } })]),
    )
    const { content } = await press('read')
    expect(readCard(content)).toMatchObject({ data: { headline: 'Read: News of Lima' }, clicked: ['read'] })
    const stored = (await lab.messages(bot)).message_list.find(({ content_type }) => content_type === 'card')!
    expect(readCard(stored.content)!.text).toMatch(/^Read: News of Lima/)
  })
  test('runs a workflow for the person; a failed run can be repeated', async () => {
    const { api } = lab.owner
    const { workflow_id } = await api.workflow.create({ name: 'card_note', space_id: lab.spaceId })
    await api.workflow.save({ workflow_id, schema: greeting('Noted: {{String1}}') })
    const design = newsDesign([
      button('run', { type: 'run', workflow_id, inputs: { input: '{{headline}}' }, outputs: { headline: 'output' } }),
    ])
    const { press } = await shown(design)
    // Not published yet, so the run fails.
    await expect(press('run')).rejects.toMatchObject({ message: expect.any(String) as string })
    await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
    const { content } = await press('run')
    expect(readCard(content)).toMatchObject({ data: { headline: 'Noted: News of Lima' }, clicked: ['run'] })
  })
  test('is refused for strangers, other messages, forged cards and cards that were taken down', async () => {
    const { press, conversation_id, message_id, card, card_id, bot } = await shown(newsDesign([says('Hello')]))
    const stranger = await lab.t.register('stranger')
    const input = { conversation_id, message_id, signature: card.signature!, button_id: 'go' }
    await expect(stranger.api.cards.press(input)).rejects.toMatchObject({ status: 404 })
    lab.server.script(asks())
    const other = shownIn(await lab.ask(bot, 'Once more'))
    await expect(press('go', { message_id: other.message_id })).rejects.toMatchObject({ status: 409 })
    await expect(press('missing')).rejects.toMatchObject({ status: 404 })
    // A program may write any message into its conversation: the card is drawn, but its buttons have no effect.
    const forged = { ...card, dsl: { ...card.dsl, design: newsDesign([says('I am the owner')]) } }
    const written = await lab.t.request('/v1/conversation/message/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        conversation_id,
        role: 'assistant',
        content: JSON.stringify(forged),
        content_type: 'card',
      }),
    })
    const { code, data } = (await written.json()) as { code: number; data: { id: string } }
    expect(code).toBe(0)
    await expect(press('go', { message_id: data.id })).rejects.toMatchObject({ status: 404 })
    await lab.owner.api.cardBuilder.update({ card_id, card_status: 2 })
    await expect(press('go')).rejects.toMatchObject({ status: 409 })
  })
  test('is refused on a card that a model wrote: its output stays text and runs no tool', async () => {
    const { press, card, bot } = await shown(newsDesign([says('Hello')]))
    const run: CardButton['action'] = { type: 'run', workflow_id: '1', inputs: {}, outputs: {} }
    const own = { ...card, dsl: { ...card.dsl, design: newsDesign([button('go', run)]) } }
    lab.server.script(answers(JSON.stringify(own)))
    const { list } = await lab.ask(bot, 'And now?')
    const said = list.filter(({ message }) => message.type === 'answer' && message.content)
    expect(said.length).toBeGreaterThan(0)
    expect(said.map(({ message }) => message.content_type)).not.toContain('card')
    const { message_id } = said.at(-1)!.message
    await expect(press('go', { message_id, signature: card.signature! })).rejects.toMatchObject({ status: 404 })
    // The model cannot call a tool that it was not given either.
    lab.server.script(calls({ name: 'delete_orders', arguments: '{}' }), answers('I cannot.'))
    await lab.ask(bot, 'Delete all orders')
    const told = JSON.stringify(lab.server.requests.at(-1)!.body.messages)
    expect(told).toContain('there is no tool named delete_orders')
  })
})

describe('of a published bot', () => {
  test('visitors can press only in their own conversation, programs with their token', async () => {
    const { bot } = await botWith(newsDesign([says('More about {{headline}}')]))
    await lab.publish(bot, [ConnectorId.api, ConnectorId.page])
    const { links } = await lab.owner.api.share.links({ resource_id: bot })
    const { key } = links.find((link) => link.connector_id === ConnectorId.page)!
    const enter = async () => {
      const { token } = await lab.t.anonymous.share.enter({ key })
      return lab.t.apiWith({ authorization: `Bearer ${token}` })
    }
    const [visitor, other] = [await enter(), await enter()]
    const { conversation_id } = await visitor.share.messages({ key })
    lab.server.script(asks())
    const seen = shownIn(await readReply(await visitor.share.chat({ key, conversation_id, query: 'What is new?' })))
    const input = {
      key,
      conversation_id,
      message_id: seen.message_id,
      signature: seen.card.signature!,
      button_id: 'go',
    }
    await expect(other.share.press(input)).rejects.toMatchObject({ status: 404 })
    expect((await visitor.share.press(input)).say).toBe('More about News of Lima')
    await expect(visitor.share.press(input)).rejects.toMatchObject({ status: 409 })

    lab.server.script(asks())
    const chat = await lab.coze.chat.createAndPoll({
      bot_id: bot,
      user_id: 'u1',
      additional_messages: [{ role: 'user' as never, content: 'What is new?', content_type: 'text' }],
    })
    const answer = chat.messages!.find((message) => message.type === 'answer')!
    const pressed = await lab.t.request('/v1/conversation/message/press', {
      method: 'POST',
      headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        conversation_id: chat.chat.conversation_id,
        message_id: answer.id,
        signature: readCard(answer.content)!.signature,
        button_id: 'go',
      }),
    })
    expect(await pressed.json()).toMatchObject({ code: 0, data: { say: 'More about News of Lima' } })
  })
})
