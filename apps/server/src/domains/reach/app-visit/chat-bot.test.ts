import { ConnectorId, PublishRecordStatus } from '@orrery/contract'
import { readCard as readInterrupt } from '@orrery/contract/shared/interrupt-card'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab, readReply } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'

/** The chat on the pages of a project uses a bot of the space, in the version that was published with the pages. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
afterEach(() => lab.server.reset())

const release = (bot_id: string, connectors: object = { [ConnectorId.api]: {} }) =>
  lab.owner.api.bot.publish({ bot_id, connectors } as never)
async function pages(target: string, props: object = {}) {
  const { api } = lab.owner
  const { project_id } = await api.project.create({ space_id: lab.spaceId, name: 'Island' })
  const { channel_map } = await api.projectInterface.create({ project_id })
  const value = {
    page: 'home',
    parent: '',
    order: 'a',
    type: 'chat',
    name: 'talk',
    props: { target, height: 480, ...props },
    visible: '',
    phone: {},
    events: {},
  }
  await api.projectInterface.update({
    sandbox_id: channel_map['1']!.sandbox_id,
    crdt_history: JSON.stringify([{ path: ['nodes', 'talk'], value }]),
  })
  return {
    project_id,
    async publish(version_number: string) {
      const input = { project_id, version_number, connector_publish_config: { [ConnectorId.page]: {} } }
      const { publish_record_id } = await api.projectPublish.publish(input)
      await lab.t.services.projectPublishing.run(publish_record_id)
      const record = () => api.projectPublish.record({ project_id, publish_record_id })
      const open: number[] = [PublishRecordStatus.packing, PublishRecordStatus.connectorPublishing]
      await expect.poll(async () => open.includes((await record()).publish_status)).toBe(false)
      return { ...(await record()), publish_record_id }
    },
    key: async () =>
      (await api.share.links({ resource_id: project_id })).links.find(
        ({ connector_id }) => connector_id === ConnectorId.page,
      )!.key,
  }
}
async function visit(key: string) {
  const { token, bot } = await lab.t.anonymous.share.enter({ key })
  const api = lab.t.apiWith({ authorization: `Bearer ${token}` })
  const { conversation_id } = await api.share.messages({ key })
  const ask = async (query: string) => {
    lab.server.script(says('Yes.'))
    const { text } = await readReply(await api.share.chat({ key, conversation_id, query }))
    return { text, told: JSON.stringify(lab.server.requests.at(-1)?.body.messages ?? '') }
  }
  return { api, bot, ask, conversation_id }
}

test('visitors chat with the version that was published with the pages, until the pages are published again', async () => {
  const bot = await lab.createBot({
    prompt_info: { prompt: 'You know ferries' },
    onboarding_info: { prologue: 'Where to?', suggested_questions: [] },
    knowledge: { show_source: true },
  })
  await release(bot)
  const app = await pages(bot)
  const first = await app.publish('v1.0.0')
  expect(first.publish_status).toBe(PublishRecordStatus.publishDone)
  const guest = await visit(await app.key())
  expect(guest.bot).toMatchObject({ name: 'Lab bot', prologue: 'Where to?', sources: 'list' })
  expect(JSON.stringify(guest.bot)).not.toContain('You know ferries')
  const answered = await guest.ask('When?')
  expect(answered.text).toBe('Yes.')
  expect(answered.told).toContain('You know ferries')

  await lab.update(bot, { prompt_info: { prompt: 'You know trains' } })
  await release(bot)
  expect((await guest.ask('And now?')).told).toContain('You know ferries')
  await app.publish('v1.1.0')
  expect((await guest.ask('And now?')).told).toContain('You know trains')
  // Going back to the first version also restores its version of the bot.
  const { project_id } = app
  await lab.owner.api.projectPublish.goBack({ project_id, publish_record_id: first.publish_record_id } as never)
  expect((await guest.ask('And now?')).told).toContain('You know ferries')
})

test('messages of one visitor are hidden from others, also on the page of the bot', async () => {
  const bot = await lab.createBot({})
  await release(bot, { [ConnectorId.page]: {} })
  const app = await pages(bot)
  await app.publish('v1.0.0')
  const [one, other] = [await visit(await app.key()), await visit(await app.key())]
  await one.ask('My secret')
  const { links } = await lab.owner.api.share.links({ resource_id: bot })
  const own = links.find(({ connector_id }) => connector_id === ConnectorId.page)!.key
  const third = await visit(own)
  for (const [who, key] of [
    [other, await app.key()],
    [third, own],
  ] as const) {
    await expect(who.api.share.messages({ key, conversation_id: one.conversation_id } as never)).rejects.toMatchObject({
      status: 404,
    })
    expect(JSON.stringify(await who.api.share.conversations({ key }))).not.toContain('secret')
  }
})

test('a bot with permission from the author acts in the page, and continues with the result', async () => {
  const bot = await lab.createBot({})
  await release(bot)
  const app = await pages(bot, { acts: true })
  await app.publish('v1.0.0')
  const key = await app.key()
  const { api, conversation_id } = await visit(key)
  lab.server.script(calls({ name: 'open_page', arguments: '{"page":"home"}' }))
  const first = await readReply(await api.share.chat({ key, conversation_id, query: 'Open the page' }))
  const asked = first.list.find(({ message }) => message.content.includes('"interrupt"'))!
  const { data } = JSON.parse(asked.message.content) as { data: string }
  expect(readInterrupt((JSON.parse(data) as { card: unknown }).card).pageTool).toEqual({
    name: 'open_page',
    arguments: { page: 'home' },
  })
  lab.server.script(says('It is open.'))
  const next = await readReply(await api.share.chat({ key, conversation_id, query: 'The page Home is open.' }))
  expect(next.text).toBe('It is open.')
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('The page Home is open.')
  // On its own page, the bot has no page tools.
  const names = (lab.server.requests.at(-1)!.body as { tools?: { function: { name: string } }[] }).tools
  expect(names?.map((one) => one.function.name)).toContain('read_page')
  lab.server.script(says('Hello.'))
  await lab.ask(bot, 'Hello')
  expect(JSON.stringify(lab.server.requests.at(-1)!.body)).not.toContain('read_page')
})

test('a bot that is offline on all channels stops answering, and the pages stay', async () => {
  const bot = await lab.createBot({})
  await release(bot)
  const app = await pages(bot)
  await app.publish('v1.0.0')
  const key = await app.key()
  const guest = await visit(key)
  expect((await guest.ask('Hello')).text).toBe('Yes.')
  await lab.owner.api.projectPublish.unlist({
    intelligence_id: bot,
    connector_ids: [ConnectorId.api],
    intelligence_type: 1,
  } as never)
  const asked = lab.server.requests.length
  const { conversation_id } = guest
  expect((await guest.api.share.chat({ key, conversation_id, query: 'Still there?' })).status).toBe(404)
  expect(lab.server.requests).toHaveLength(asked)
  const { token } = await lab.t.anonymous.share.enter({ key })
  const shown = await lab.t.apiWith({ authorization: `Bearer ${token}` }).appVisit.document({ key })
  expect(shown.document).toContain('"chat"')
})

test('an unpublished bot or one of another space cannot be published with pages', async () => {
  const draft = await lab.createBot({})
  const stranger = await lab.t.register('stranger')
  const { id: elsewhere } = await stranger.api.space.create({ name: 'Elsewhere' })
  const { bot_id: foreign } = await stranger.api.bot.create({ space_id: elsewhere, name: 'Foreign' })
  await stranger.api.bot.publish({ bot_id: foreign, connectors: { [ConnectorId.api]: {} } } as never)
  for (const target of [draft, foreign]) {
    const app = await pages(target)
    const { bots = [] } = await lab.owner.api.projectInterface.targets({ project_id: app.project_id })
    expect(bots.map(({ id }) => id)).not.toContain(target)
    expect((await app.publish('v1.0.0')).publish_status).toBe(PublishRecordStatus.packFailed)
  }
})
