import { CardCategory, CardChannel } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { newsDesign } from './testing/card-designs.ts'

/** Pictures of cards, preview links, file tokens, settings of users, official templates. */
let t: TestApp
let host: Person
let owner: Person
let member: Person
let stranger: Person
let space_id: string
let card_id: string
beforeAll(async () => {
  t = await openTestApp()
  host = await t.register('host')
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  space_id = (await owner.api.space.create({ name: 'Cards' })).id
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  card_id = await create('News')
})
async function create(name: string, design = newsDesign()) {
  const made = await owner.api.cards.create({ space_id, name })
  const { version } = await owner.api.cardBuilder.draft({ card_id: made.card_id })
  if (design.elements.length > 0) await owner.api.cardBuilder.save({ card_id: made.card_id, version, design })
  return made.card_id
}
const basicOf = async (id: string) =>
  (await owner.api.cardBuilder.mget({ space_id, card_ids: [id] })).card_basic_infos[0]!
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)

describe('pictures', () => {
  test('are drawn for the requested channels and included in lists', async () => {
    const { Thumbnails } = await owner.api.cardPicture.draw({ CardID: card_id, Channels: [0, CardChannel.slack] })
    expect(Thumbnails.map(({ channel, status }) => [channel, status])).toEqual([
      ['0', 5],
      [String(CardChannel.slack), 5],
    ])
    const answer = await t.request(Thumbnails[0]!.imgUrl)
    const { width, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([answer.headers.get('content-type'), width, format]).toEqual(['image/png', 720, 'png'])
    expect(await basicOf(card_id)).toMatchObject({ thumb_status: 5, thumbnail: Thumbnails[0]!.imgUrl })
  })
  test('report that they are older than the draft, or that there is nothing to show', async () => {
    const id = await create('Later')
    await owner.api.cardPicture.draw({ CardID: id })
    const { version } = await owner.api.cardBuilder.draft({ card_id: id })
    await owner.api.cardBuilder.save({ card_id: id, version, design: newsDesign() })
    expect((await basicOf(id)).thumb_status).toBe(2)
    const empty = await create('Empty', { format: 'card/1', elements: [], variables: [] })
    const { Thumbnails } = await owner.api.cardPicture.draw({ CardID: empty })
    expect(Thumbnails).toMatchObject([{ status: 1, imgUrl: '' }])
  })
  test('are drawn in the background when requested, and when a card is published', async () => {
    const [one, two] = [await create('One'), await create('Two')]
    await owner.api.cardPicture.drawMany({ space_id, card_ids: [one] })
    await owner.api.cardBuilder.publish({ card_id: two, version_name: 'v1.0.0', description: '' })
    expect([(await basicOf(one)).thumb_status, (await basicOf(two)).thumb_status]).toEqual([2, 2])
    await t.services.cardThumbnails.drain()
    expect([(await basicOf(one)).thumb_status, (await basicOf(two)).thumb_status]).toEqual([5, 5])
    const before = (await basicOf(one)).thumbnail
    await owner.api.cardPicture.drawLater({ space_id, messages: [{ card_id: one, channel: 0 }] })
    await t.services.cardThumbnails.drain()
    expect((await basicOf(one)).thumbnail).not.toBe(before)
    expect((await t.request(before)).status).toBe(404)
  })
  test('of a dead process are drawn by another process when the lease expires', async () => {
    const id = await create('Held')
    await owner.api.cardPicture.drawMany({ space_id, card_ids: [id] })
    await t.infra.database.pool.query('UPDATE card_thumbnail SET status = 3, lease_until = $1 WHERE card_id = $2', [
      t.clock.now() + 60_000,
      id,
    ])
    await t.services.cardThumbnails.drain()
    expect((await basicOf(id)).thumb_status).toBe(3)
    t.clock.advance(61_000)
    await t.services.cardThumbnails.drain()
    expect((await basicOf(id)).thumb_status).toBe(5)
  })
  test('are deleted when the card is purged', async () => {
    const gone = await create('Gone')
    const { Thumbnails } = await owner.api.cardPicture.draw({ CardID: gone, Channels: [0, CardChannel.slack] })
    const urls = Thumbnails.map(({ imgUrl }) => imgUrl)
    await owner.api.cards.remove({ card_id: gone })
    expect((await t.request(urls[0]!)).status).toBe(200)
    await owner.api.bin.remove({ space_id, res_id: gone })
    for (const url of urls) expect((await t.request(url)).status).toBe(404)
  })
  test('a single card of another space refuses the whole request', async () => {
    const mine = (await stranger.api.space.create({ name: 'Mine' })).id
    await expect(stranger.api.cardPicture.drawMany({ space_id: mine, card_ids: [card_id] })).rejects.toMatchObject({
      status: 404,
    })
    await expect(stranger.api.cardPicture.draw({ CardID: card_id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a preview link', () => {
  const linkOf = async (who: Person, ChannelType: 0 | 307 = 0) =>
    new URL((await who.api.cardPicture.preview({ DraftID: card_id, ChannelType })).Content).searchParams.get('token')!
  test('shows the draft to everybody, in the chosen channel', async () => {
    const own = await t.anonymous.cardPicture.previewed({ token: await linkOf(owner) })
    expect(own).toMatchObject({ name: 'News', channel: 0, payload: '' })
    expect(own.design).toEqual(newsDesign())
    const { payload } = await t.anonymous.cardPicture.previewed({ token: await linkOf(owner, CardChannel.slack) })
    expect(JSON.parse(payload)).toHaveProperty('blocks')
  })
  test('is invalid after half an hour, when altered, and when its creator loses access', async () => {
    const gone = (token: string) =>
      expect(t.anonymous.cardPicture.previewed({ token })).rejects.toMatchObject({ status: 404 })
    const token = await linkOf(owner)
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const other = Buffer.from(JSON.stringify({ ...claims, card: '1' })).toString('base64url')
    await gone(`${head}.${other}.${signature}`)
    await gone(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`)
    await gone((await owner.api.cardTools.token({})).token)
    const fromMember = await linkOf(member)
    await owner.api.space.removeMember({ space_id, remove_user_id: member.id })
    await gone(fromMember)
    await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
    t.clock.advance(31 * 60_000)
    await gone(token)
  })
})

describe('a token for files', () => {
  let key: string
  let url: string
  beforeAll(async () => {
    const sent = { file_name: 'dot.png', data: PNG.toString('base64') }
    ;({ upload_uri: key, upload_url: url } = await owner.api.cardBuilder.upload(sent))
  })
  const withToken = (token: string) => t.apiWith({ 'x-jwt-token': token }).cardTools
  test("reads own files and those that cards of the user's spaces refer to, and no others", async () => {
    const mine = withToken((await owner.api.cardTools.token({})).token)
    expect(await mine.image({ file_name: key, need_data: true })).toMatchObject({
      content_type: 'image/png',
      data: expect.stringMatching(/^iVBOR/) as unknown,
    })
    expect((await mine.file({ file_url: url })).data).toBe('')
    const others = withToken((await member.api.cardTools.token({})).token)
    await expect(others.image({ file_name: key })).rejects.toMatchObject({ status: 404 })
    await create('With image', newsDesign([], [{ id: 'picture_1', type: 'picture', src: url, alt: 'Dot' }]))
    expect((await others.image({ file_name: key })).url).toContain(key)
    const foreign = withToken((await stranger.api.cardTools.token({})).token)
    for (const file_name of [key, '../../etc/passwd', 'thumbnail/1/x.png', `${key}x`])
      await expect(foreign.image({ file_name })).rejects.toMatchObject({ status: 404 })
  })
  test('is refused when it has expired, is of another type, or is missing', async () => {
    const { token } = await owner.api.cardTools.token({ expire_time: 60 })
    const draft = new URL((await owner.api.cardPicture.preview({ DraftID: card_id })).Content).searchParams.get(
      'token',
    )!
    t.clock.advance(61_000)
    for (const bad of [token, draft, 'a.b.c'])
      await expect(withToken(bad).image({ file_name: key })).rejects.toMatchObject({ code: ErrorCode.card.badToken })
    await expect(t.anonymous.cardTools.image({ file_name: key })).rejects.toMatchObject({
      code: ErrorCode.card.badToken,
    })
  })
})

test('settings are stored per user, can be changed and deleted, and are limited to a hundred', async () => {
  const save = (who: Person, settings: Record<string, string>) =>
    who.api.cardTools.saveSettings({
      user_settings: Object.entries(settings).map(([setting_key, setting_value]) => ({ setting_key, setting_value })),
    })
  await save(owner, { panel: 'left', zoom: '2' })
  await save(owner, { panel: 'right', zoom: '' })
  const all = { user_settings: [{ setting_key: 'panel', setting_value: 'right' }] }
  expect(await owner.api.cardTools.settings({ creator_id: stranger.id })).toEqual(all)
  expect(await owner.api.cardTools.settings({ setting_keys: ['zoom'] })).toEqual({ user_settings: [] })
  expect(await member.api.cardTools.settings({ creator_id: owner.id })).toEqual({ user_settings: [] })
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 'x']))
  await expect(save(owner, many)).rejects.toMatchObject({ code: ErrorCode.card.tooManySettings })
  expect(await owner.api.cardTools.settings({})).toEqual(all)
})

test('official templates are copied, released and rolled back, in this order', async () => {
  const shown = async () =>
    (await stranger.api.cardBuilder.templates({ space_id: own, category: CardCategory.official })).card_templates
  const own = (await stranger.api.space.create({ name: 'Own' })).id
  const before = await shown()
  const template = { space_id, name: 'Weekly', dsl_content: JSON.stringify(newsDesign()) }
  const { template_id } = await owner.api.cardBuilder.saveTemplate(template)
  const stage = (stage: 1 | 2 | 3, ids: string[] = []) => host.api.cardTools.updateOfficial({ stage, ids })
  const refused = { code: ErrorCode.card.wrongStage }
  await expect(stage(2)).rejects.toMatchObject(refused)
  await expect(stage(3)).rejects.toMatchObject(refused)
  await expect(stage(1)).rejects.toMatchObject(refused)
  await expect(stage(1, ['12345'])).rejects.toMatchObject({ status: 404 })
  await expect(owner.api.cardTools.updateOfficial({ stage: 1, ids: [template_id] })).rejects.toMatchObject({
    status: 403,
  })
  await stage(1, [template_id])
  expect(await shown()).toEqual(before)
  await stage(2)
  expect((await shown()).map(({ name }) => name)).toEqual(['Weekly', ...before.map(({ name }) => name)].slice(0, 20))
  await stage(3)
  expect(await shown()).toEqual(before)
})
