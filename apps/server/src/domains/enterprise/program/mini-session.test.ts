import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { miniProgram, openMiniProgramServer } from '#testing/idp/mini-program-server.ts'
import { openOpenLab, type OpenLab } from '#testing/open-lab.ts'

/** Channels of mini programs. A local server simulates their platforms. */
const WECHAT = '20000004'
const DOUYIN = '20000016'
const connector_id = WECHAT
let lab: OpenLab
let botId: string
let otherBot: string
beforeAll(async () => {
  lab = await openOpenLab({ allow: ['127.0.0.1'], publicUrl: 'https://orrery.example.test' })
  const platform = await openMiniProgramServer([{ username: 'mia' }, { username: 'leo' }])
  afterFile(() => platform.close())
  botId = await lab.publishedBot()
  otherBot = await lab.publishedBot()
  const own = { app_id: miniProgram.appId, app_secret: miniProgram.secret, api_base: platform.url }
  const channels = { [WECHAT]: { ...own, token: 'word', aes_key: 'a'.repeat(43) }, [DOUYIN]: own }
  for (const [channel, config] of Object.entries(channels)) {
    const at = { resource_id: botId, connector_id: channel }
    await lab.owner.api.channel.save({ ...at, config: { ...config, app_secret: 'another' } })
    expect((await lab.owner.api.channel.test(at)).missing).toHaveLength(1)
    await lab.owner.api.channel.save({ ...at, config })
    expect((await lab.owner.api.channel.test(at)).missing).toEqual([])
  }
  await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [WECHAT]: {}, [DOUYIN]: {} } } as never)
})
const begin = (body: object) => lab.call('POST', '/adapter/mp/v1/code2session', { connector_id, ...body })
const chat = async (token: string, bot_id: string, more: object = {}) => {
  const response = await fetch(`${lab.baseURL}/v3/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      bot_id,
      user_id: 'somebody-else',
      stream: true,
      additional_messages: [{ role: 'user', content: 'Hello', content_type: 'text' }],
      ...more,
    }),
  })
  return { status: response.status, text: await response.text() }
}

const platforms = [
  ['WeChat', WECHAT],
  ['Douyin', DOUYIN],
] as const
test.each(platforms)('a code of %s is exchanged once for a token for one bot', async (_, connector_id) => {
  const begin = (body: object) => lab.call('POST', '/adapter/mp/v1/code2session', { connector_id, ...body })
  const first = await begin({ bot_id: botId, code: 'mia-1' })
  expect(first.body).toMatchObject({
    code: 0,
    data: { bot_id: botId, expires_in: 7200, access_token: expect.stringMatching(/^mst_/) },
  })
  expect(JSON.stringify(first.body)).not.toMatch(/(wechat|douyin)-(mia|key)/)
  expect((await begin({ bot_id: botId, code: 'mia-1' })).body).toMatchObject({ code: 4000 })
  const again = await begin({ app_id: miniProgram.appId, code: 'mia-2' })
  const leo = await begin({ bot_id: botId, code: 'leo-1' })
  const openId = (answer: typeof first) => (answer.body.data as unknown as { open_id: string }).open_id
  expect(openId(again)).toBe(openId(first))
  expect(openId(leo)).not.toBe(openId(first))

  const token = (first.body.data as unknown as { access_token: string }).access_token
  const talk = await chat(token, botId)
  expect(talk.text).toContain('conversation.chat.completed')
  expect((await chat(token, otherBot)).text).toContain('"code":4')
  const conversation = /"conversation_id":"(\d+)"/.exec(talk.text)![1]!
  // The end user is decided by the platform, not by the request.
  const { rows } = await lab.t.infra.database.pool.query(
    'SELECT end_user, connector_id FROM conversation WHERE id = $1',
    [conversation],
  )
  expect(rows).toEqual([{ end_user: openId(first), connector_id }])
  const leoToken = (leo.body.data as unknown as { access_token: string }).access_token
  expect((await chat(leoToken, botId, { conversation_id: conversation })).text).not.toContain(
    'conversation.chat.completed',
  )
  const bearer = { authorization: `Bearer ${leoToken}` }
  expect(
    (await lab.call('GET', `/v1/conversation/retrieve?conversation_id=${conversation}`, undefined, bearer)).body.code,
  ).not.toBe(0)
  lab.t.clock.advance(2 * 3600_000 + 1)
  expect((await chat(token, botId)).text).toContain('4100')
})

test('an invalid exchange is refused with the reason', async () => {
  expect((await begin({ bot_id: botId, code: 'wrong' })).body).toMatchObject({
    code: 4000,
    msg: expect.stringContaining('40029 invalid code'),
  })
  expect((await begin({ bot_id: botId, connector_id: DOUYIN, code: 'wrong' })).body).toMatchObject({
    code: 4000,
    msg: expect.stringContaining('40018 bad code'),
  })
  expect((await begin({ bot_id: otherBot, code: 'x' })).body).toMatchObject({ code: 4000 })
  expect((await begin({ bot_id: botId, code: 'x', execute_mode: 'DRAFT' })).body).toMatchObject({ code: 4000 })
})

test('the same person has a different id on each platform, and a code is valid on its own platform only', async () => {
  const [wechat, douyin] = [
    await begin({ bot_id: botId, code: 'leo-2' }),
    await begin({ bot_id: botId, connector_id: DOUYIN, code: 'leo-2' }),
  ].map((answer) => (answer.body.data as unknown as { open_id: string }).open_id)
  expect(wechat).not.toBe(douyin)
  expect(await begin({ bot_id: botId, connector_id: '20000003', code: 'leo-3' })).toMatchObject({
    body: { code: 4000 },
  })
})

test('a mini program channel accepts no messages at its webhook URL and has no simulator', async () => {
  const at = { resource_id: botId, connector_id: DOUYIN }
  const { account } = await lab.owner.api.channel.get(at)
  expect(account).toMatchObject({ state: 'serving' })
  expect(JSON.stringify(account)).not.toContain(miniProgram.secret)
  const sent = await lab.t.request(new URL(account!.hook_url).pathname, { method: 'POST', body: '{}' })
  expect(sent.status).toBeGreaterThanOrEqual(400)
  const said = [{ is_bot: false, text: 'Hello' }]
  await expect(lab.owner.api.channel.lab({ bot_id: botId, connector_id: DOUYIN, said })).rejects.toMatchObject({
    status: 400,
  })
})

test('a paused channel refuses visitors', async () => {
  const at = { resource_id: botId, connector_id: DOUYIN }
  await lab.owner.api.channel.pause({ ...at, is_paused: true })
  expect((await begin({ bot_id: botId, connector_id: DOUYIN, code: 'mia-9' })).body).toMatchObject({ code: 4000 })
  await lab.owner.api.channel.pause({ ...at, is_paused: false })
  expect((await begin({ bot_id: botId, connector_id: DOUYIN, code: 'mia-9' })).body).toMatchObject({ code: 0 })
})
