import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CardCategory, CardChannel, type CardDesign } from '@orrery/contract'
import type { CardTestChannel } from '@orrery/contract/shared/card-test-fields'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'
import { button, newsDesign } from './testing/card-designs.ts'

/** Cards are drawn, saved, published as versions and taken down, and behave like every other resource. */
let t: TestApp
let owner: Person
let space_id: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: ['127.0.0.1'] } })
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Cards' })).id
})
const create = async (name: string) => (await owner.api.cards.create({ space_id, name })).card_id
const draftOf = (card_id: string) => owner.api.cardBuilder.draft({ card_id })
const save = async (card_id: string, design: CardDesign) =>
  owner.api.cardBuilder.save({ card_id, version: (await draftOf(card_id)).version, design })
const publish = (card_id: string, version_name: string, description = '') =>
  owner.api.cardBuilder.publish({ card_id, version_name, description })
async function published(name: string, design = newsDesign()) {
  const card_id = await create(name)
  await save(card_id, design)
  await publish(card_id, 'v1.0.0')
  return card_id
}

describe('a draft', () => {
  test('begins empty, stores the design, and refuses a save based on an outdated version', async () => {
    const card_id = await create('Draft')
    const first = await draftOf(card_id)
    expect(first).toMatchObject({ name: 'Draft', design: { elements: [] }, card_status: 0, can_edit: true })
    await owner.api.cardBuilder.save({ card_id, version: first.version, design: newsDesign() })
    expect((await draftOf(card_id)).design).toEqual(newsDesign())
    await expect(
      owner.api.cardBuilder.save({ card_id, version: first.version, design: { ...newsDesign(), elements: [] } }),
    ).rejects.toMatchObject({ status: 409 })
    expect((await draftOf(card_id)).design.elements).toHaveLength(2)
  })
  test('an invalid design is refused with the position of the error, and changes nothing', async () => {
    const card_id = await create('Strict')
    const { version } = await draftOf(card_id)
    const send = (design: unknown) => owner.api.cardBuilder.save({ card_id, version, design: design as CardDesign })
    const element = { id: 'a', type: 'text', text: 'x', tone: 'normal' }
    const whole = { format: 'card/1', variables: [] }
    for (const elements of [
      [{ ...element, type: 'script' }],
      [{ ...element, onclick: 'x' }],
      [element, element],
      [
        {
          id: 'l',
          type: 'list',
          items: 'x',
          elements: [{ id: 'i', type: 'date', name: 'd', label: '', required: true }],
        },
      ],
    ])
      await expect(send({ ...whole, elements })).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(/^design/) as string,
      })
    expect((await draftOf(card_id)).version).toBe(version)
  })
  test('of a card that has only fields is drawn from its fields', async () => {
    const [text] = (await owner.api.cards.list({ space_id })).card_list
    const { card_id } = await owner.api.cards.create({ space_id, card_id: text!.card_id, name: 'Copy' })
    const { design, card_status } = await draftOf(card_id)
    expect(card_status).toBe(1)
    expect(design.variables.map(({ name }) => name)).toEqual(['title', 'body'])
    expect(design.elements[0]).toMatchObject({ type: 'header', title: '{{title}}' })
  })
})

describe('versions', () => {
  test('have ascending names, are listed, and can be read and restored', async () => {
    const card_id = await create('Versions')
    await expect(publish(card_id, 'v1.0.0')).rejects.toMatchObject({ status: 400 })
    await save(card_id, newsDesign())
    for (const name of ['1', 'v0.0.0', '']) await expect(publish(card_id, name)).rejects.toMatchObject({ status: 400 })
    expect(await publish(card_id, 'v1.0.0', 'First')).toMatchObject({ card_id, version_num: '1' })
    await expect(publish(card_id, 'v1.0.0')).rejects.toMatchObject({ status: 400 })
    const second = { ...newsDesign(), elements: newsDesign().elements.slice(0, 1) }
    await save(card_id, second)
    expect((await draftOf(card_id)).has_edits).toBe(true)
    await publish(card_id, 'v1.1.0')
    const { history_infos, total } = await owner.api.cardBuilder.history({ card_id })
    expect([total, history_infos.map((item) => item.version_name)]).toEqual([2, ['v1.1.0', 'v1.0.0']])
    expect(history_infos[1]).toMatchObject({ description: 'First' })
    const old = await owner.api.cardBuilder.get({ card_id, version_num: '1', channel_type: CardChannel.default })
    expect(old.card_meta_info.map(({ dsl_content }) => JSON.parse(dsl_content) as unknown)).toEqual([newsDesign()])
    const { version } = await draftOf(card_id)
    await expect(
      owner.api.cardBuilder.restore({ card_id, version: version - 1, version_num: 1 }),
    ).rejects.toMatchObject({ status: 409 })
    await owner.api.cardBuilder.restore({ card_id, version, version_num: 1 })
    expect((await draftOf(card_id)).design).toEqual(newsDesign())
    await expect(
      owner.api.cardBuilder.restore({ card_id, version: version + 1, version_num: 9 }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.cardBuilder.update({ card_id, edit_card: true })).rejects.toMatchObject({ status: 409 })
  })
  test('a card with a problem is not published, and the error names the element', async () => {
    const card_id = await create('Problem')
    await save(card_id, { ...newsDesign(), variables: [] })
    await expect(publish(card_id, 'v1.0.0')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('headline') as string,
    })
    expect((await owner.api.cardBuilder.history({ card_id })).total).toBe(0)
  })
  test('bots cannot use a card that was taken down until it is published again', async () => {
    const card_id = await published('Taken down')
    const listed = async () =>
      (await owner.api.cards.list({ space_id, category: CardCategory.custom, status: 1, size: 100 })).card_list.some(
        (card) => card.card_id === card_id,
      )
    expect(await listed()).toBe(true)
    await owner.api.cardBuilder.update({ card_id, card_status: 2 })
    expect(await listed()).toBe(false)
    await expect(owner.api.cardBuilder.update({ card_id, card_status: 2 })).rejects.toMatchObject({ status: 409 })
    expect((await owner.api.cardBuilder.mget({ space_id, card_ids: [card_id] })).card_basic_infos[0]).toMatchObject({
      card_status: 2,
    })
    await publish(card_id, 'v1.0.1')
    expect(await listed()).toBe(true)
  })
  test('a button can run only workflows of its own space', async () => {
    const stranger = await t.register('flows')
    const { personal_space_id } = await ownSpace(stranger)
    const foreign = await stranger.api.workflow.create({ name: 'foreign', space_id: personal_space_id })
    const own = await owner.api.workflow.create({ name: 'own_flow', space_id })
    await owner.api.workflow.save({ workflow_id: own.workflow_id, schema: greeting() })
    const card_id = await create('Runs')
    const runs = (workflow_id: string) =>
      newsDesign([button('go', { type: 'run', workflow_id, inputs: {}, outputs: {} })])
    await expect(save(card_id, runs(foreign.workflow_id))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('go') as string,
    })
    await save(card_id, runs(own.workflow_id))
    const { resources } = await owner.api.reference.usedBy({ space_id, res_ids: [own.workflow_id] })
    expect(resources[0]!.users).toMatchObject([{ id: card_id, kind: 'card', in_draft: true, in_published: false }])
  })
})

const ownSpace = async (person: Person) => ({
  personal_space_id: (await person.api.space.create({ name: 'Theirs' })).id,
})

describe('a card as a resource', () => {
  test('is listed with search and order, renamed, copied, deleted and restored', async () => {
    const card_id = await published('Zebra crossing')
    const list = (condition: object) => owner.api.cardBuilder.list({ space_id, size: 100, condition })
    expect((await list({ keyword: 'zebra' })).card_info_list).toMatchObject([{ card_id, version_name: 'v1.0.0' }])
    await owner.api.cardBuilder.update({ card_id, name: 'Zebra' })
    const sorted = async (order_type: 0 | 1) =>
      (await list({ sort_condition: { field: 1, order_type }, only_myself: true })).card_info_list.map(
        (card) => card.card_id,
      )
    const ids = await sorted(0)
    expect([ids[0], (await sorted(1)).at(-1)]).toEqual([card_id, card_id])
    await owner.api.cards.remove({ card_id })
    expect((await list({ keyword: 'zebra' })).total).toBe(0)
    await expect(draftOf(card_id)).rejects.toMatchObject({ status: 404 })
    await owner.api.bin.restore({ space_id, res_id: card_id })
    expect((await draftOf(card_id)).name).toBe('Zebra')
  })
  test('is exported together with the workflow it runs, and can be imported as published', async () => {
    const { workflow_id } = await owner.api.workflow.create({ name: 'travels', space_id })
    await owner.api.workflow.save({ workflow_id, schema: greeting() })
    const runs = { type: 'run' as const, workflow_id, inputs: { input: '{{headline}}' }, outputs: {} }
    const card_id = await published('Traveller', newsDesign([button('go', runs)]))
    const file = await owner.api.bundle.export({ space_id, ids: [card_id] })
    expect(file.items.map(({ kind }) => kind).toSorted()).toEqual(['card', 'workflow'])
    const far = await t.register('far')
    const there = (await far.api.space.create({ name: 'There' })).id
    await far.api.bundle.import({ space_id: there, content: file.content, publish: true })
    const { card_info_list } = await far.api.cardBuilder.list({ space_id: there })
    expect(card_info_list).toMatchObject([{ name: 'Traveller', card_status: 1 }])
    const { design } = await far.api.cardBuilder.draft({ card_id: card_info_list[0]!.card_id })
    const arrived = design.elements.flatMap((element) => (element.type === 'buttons' ? element.buttons : []))[0]!
    expect(arrived.action).toMatchObject({ type: 'run', inputs: { input: '{{headline}}' } })
    expect(arrived.action).not.toMatchObject({ workflow_id })
  })
  test('takes the space from a header, which must match the body', async () => {
    const ask = (headers: Record<string, string>, body: object = {}) =>
      t.request('/api/card_builder/query_card_list', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'XMLHttpRequest',
          cookie: owner.cookie(),
          ...headers,
        },
        body: JSON.stringify(body),
      })
    expect(await (await ask({ 'space-id': space_id })).json()).toMatchObject({ code: 0 })
    const mixed = await ask({ 'space-id': space_id }, { space_id: '1' })
    expect([mixed.status, await mixed.json()]).toMatchObject([
      400,
      { msg: expect.stringMatching(/^space_id/) as string },
    ])
  })
  test('is invisible to people of other spaces', async () => {
    const card_id = await published('Secret')
    const stranger = await t.register('stranger')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    const { cardBuilder } = stranger.api
    for (const call of [
      () => cardBuilder.draft({ card_id }),
      () => cardBuilder.get({ card_id }),
      () => cardBuilder.history({ card_id }),
      () => cardBuilder.publish({ card_id, version_name: 'v9.0.0' }),
      () => cardBuilder.save({ card_id, version: 2, design: newsDesign() }),
      () => cardBuilder.checkLength({ DraftID: card_id }),
      () => stranger.api.cards.create({ space_id: theirs, card_id }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    expect(await cardBuilder.mget({ space_id: theirs, card_ids: [card_id] })).toMatchObject({ card_basic_infos: [] })
  })
})

describe('templates', () => {
  test('ship with the product in both languages; a space has its own as well', async () => {
    const official = await owner.api.cardBuilder.templates({ space_id, category: CardCategory.official })
    expect(official.total).toBeGreaterThanOrEqual(6)
    for (const { dsl_content, name } of official.card_templates) {
      const card_id = await create(name)
      await save(card_id, JSON.parse(dsl_content) as CardDesign)
      await publish(card_id, 'v1.0.0')
    }
    const { template_id } = await owner.api.cardBuilder.saveTemplate({
      space_id,
      name: 'Ours',
      dsl_content: JSON.stringify(newsDesign()),
    })
    const own = () => owner.api.cardBuilder.templates({ space_id, category: CardCategory.custom })
    expect(await own()).toMatchObject({ total: 1, card_templates: [{ template_id, name: 'Ours' }] })
    await expect(
      owner.api.cardBuilder.saveTemplate({ space_id, name: 'Bad', dsl_content: '{"elements":[]}' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/^dsl_content/) as string })
    const stranger = await t.register('thief')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    await expect(stranger.api.cardBuilder.deleteTemplate({ space_id: theirs, template_id })).rejects.toMatchObject({
      status: 404,
    })
    await owner.api.cardBuilder.deleteTemplate({ space_id, template_id })
    expect((await own()).total).toBe(0)
  })
})

describe('channels', () => {
  test('get the card in their own format; channels for which the card is too long are listed', async () => {
    const long = Array.from({ length: 60 }, (_, at) => ({
      id: `long_${at}`,
      type: 'text' as const,
      text: 'x'.repeat(600),
      tone: 'normal' as const,
    }))
    const card_id = await create('Long')
    await save(card_id, newsDesign([], long))
    expect((await owner.api.cardBuilder.checkLength({ DraftID: card_id })).is_over_length).toMatchObject({
      [CardChannel.default]: false,
      [CardChannel.feishu]: true,
      [CardChannel.telegram]: false,
    })
    const { card_meta_info } = await owner.api.cardBuilder.get({ card_id, channel_type: CardChannel.feishu })
    expect(JSON.parse(card_meta_info[0]!.dsl_content)).toMatchObject({ schema: '2.0' })
    expect((await owner.api.cardBuilder.get({ card_id })).card_meta_info).toHaveLength(8)
  })
})

describe('support for the editor', () => {
  test('an uploaded picture has an address that channels can fetch', async () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { upload_url, upload_uri } = await owner.api.cardBuilder.upload({ file_name: 'dot.png', data: dot })
    expect(upload_url).toMatch(/^https?:\/\/.+\/api\/file\//)
    expect(upload_url).toContain(upload_uri)
    for (const data of [Buffer.from('<svg/>').toString('base64'), '%%%'])
      await expect(owner.api.cardBuilder.upload({ file_name: 'dot.png', data })).rejects.toMatchObject({ status: 400 })
  })
  test('programs can query what can be drawn; unknown settings are not found', async () => {
    const { config } = await owner.api.cardBuilder.config({ key: 'limits' })
    expect(JSON.parse(config)).toMatchObject({ elements: 200 })
    const guide = await owner.api.cardBuilder.config({ key: 'guide', value_option: { remove_newline: true } })
    expect(guide.config).not.toContain('\n')
    expect(JSON.parse((await owner.api.cardBuilder.packageInfo({})).card_builder_package_detail)).toMatchObject({
      format: 'card/1',
    })
    await expect(owner.api.cardBuilder.config({ key: '__proto__' })).rejects.toMatchObject({ status: 404 })
  })
  test('only the owner of the instance finds cards of all spaces', async () => {
    const member = await t.register('elsewhere')
    const elsewhere = (await member.api.space.create({ name: 'Elsewhere' })).id
    const { card_id } = await member.api.cards.create({ space_id: elsewhere, name: 'Far away' })
    const find = (card_condition: object) => owner.api.cardBuilder.queryAll({ card_condition })
    expect(await find({ name: 'far' })).toMatchObject({ count: 1, cards: [{ id: card_id, space_id: elsewhere }] })
    expect((await find({ name: 'far', status: 1 })).count).toBe(0)
    expect((await find({ id: card_id, create_time_range: { start_time: 0, end_time: 1 } })).count).toBe(0)
    await expect(member.api.cardBuilder.queryAll({})).rejects.toMatchObject({ status: 403 })
  })
})

/** Starts a server that plays the platform. */
async function listenOn(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a test message', () => {
  test('is sent through the API of each channel, and refusals of the channel are reported', async () => {
    const seen: { url: string; authorization: string; body: Record<string, unknown> }[] = []
    let answer = '{"ok":true,"code":0}'
    const platform = await listenOn((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const body = JSON.parse(text) as Record<string, unknown>
        seen.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body })
        response.end(answer)
      })
    })
    const card_id = await create('Tested')
    await save(card_id, newsDesign())
    const send = (channel: CardTestChannel, more: object = {}) =>
      owner.api.cardBuilder.sendTest({
        card_id,
        channel,
        url: `${platform}/hook`,
        token: 'secret-7',
        from: '11',
        to: '22',
        api_base: platform,
        ...more,
      })
    for (const channel of ['feishu', 'slack', 'discord', 'telegram', 'whatsapp', 'messenger', 'line'] as const)
      await send(channel)
    expect(seen.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/hook', ''],
      ['/hook', ''],
      ['/hook?wait=true&with_components=true', ''],
      ['/botsecret-7/sendMessage', ''],
      ['/11/messages', 'Bearer secret-7'],
      ['/me/messages', 'Bearer secret-7'],
      ['/v2/bot/message/push', 'Bearer secret-7'],
    ])
    expect(seen[0]!.body).toMatchObject({ msg_type: 'interactive', card: { schema: '2.0' } })
    expect(seen[3]!.body).toMatchObject({ chat_id: '22' })
    expect(seen[6]!.body).toMatchObject({ to: '22' })

    answer = '{"ok":false,"description":"chat not found for secret-7"}'
    const refused = await send('telegram').catch((cause: unknown) => cause as Error)
    expect(refused).toMatchObject({ status: 502, message: expect.stringContaining('chat not found') as string })
    expect(String(refused)).not.toContain('secret-7')
    await expect(send('whatsapp', { from: '' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^from/) as string,
    })
    const stranger = await t.register('test-stranger')
    await expect(
      stranger.api.cardBuilder.sendTest({ card_id, channel: 'slack', url: `${platform}/hook` }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
