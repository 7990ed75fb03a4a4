import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { openOpenLab, type OpenLab } from '#testing/open-lab.ts'

/** The channel of WeChat mini programs; the platform is simulated, the rest is ours. */
const connector_id = '20000004'
const people: Record<string, string> = {
  'code-of-mia': 'platform-mia',
  'again-by-mia': 'platform-mia',
  'code-of-leo': 'platform-leo',
}
let lab: OpenLab
let botId: string
let otherBot: string
beforeAll(async () => {
  lab = await openOpenLab({ allow: ['127.0.0.1'], publicUrl: 'https://orrery.example.test' })
  const platform = await openFarEnd(({ path, query }) => {
    if (path !== '/sns/jscode2session') return { body: { access_token: 'platform-token', expires_in: 7200 } }
    const openid = query.get('secret') === 'app-secret' ? people[query.get('js_code') ?? ''] : undefined
    return { body: openid ? { openid, session_key: 'platform-key' } : { errcode: 40029, errmsg: 'invalid code' } }
  })
  afterFile(() => platform.close())
  botId = await lab.publishedBot()
  otherBot = await lab.publishedBot()
  const config = {
    app_id: 'wx-app',
    app_secret: 'app-secret',
    token: 'word',
    aes_key: 'a'.repeat(43),
    api_base: platform.url,
  }
  await lab.owner.api.channel.save({ resource_id: botId, connector_id, config })
  await lab.owner.api.channel.test({ resource_id: botId, connector_id })
  await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [connector_id]: {} } } as never)
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

test('a code of the platform becomes a token for one bot, once', async () => {
  const first = await begin({ bot_id: botId, code: 'code-of-mia' })
  expect(first.body).toMatchObject({
    code: 0,
    data: { bot_id: botId, expires_in: 7200, access_token: expect.stringMatching(/^mst_/) },
  })
  expect(JSON.stringify(first.body)).not.toMatch(/platform-mia|platform-key/)
  expect((await begin({ bot_id: botId, code: 'code-of-mia' })).body).toMatchObject({ code: 4000 })
  const again = await begin({ app_id: 'wx-app', code: 'again-by-mia' })
  const leo = await begin({ bot_id: botId, code: 'code-of-leo' })
  const openId = (answer: typeof first) => (answer.body.data as unknown as { open_id: string }).open_id
  expect(openId(again)).toBe(openId(first))
  expect(openId(leo)).not.toBe(openId(first))

  const token = (first.body.data as unknown as { access_token: string }).access_token
  const talk = await chat(token, botId)
  expect(talk.text).toContain('conversation.chat.completed')
  expect((await chat(token, otherBot)).text).toContain('"code":4')
  const conversation = /"conversation_id":"(\d+)"/.exec(talk.text)![1]!
  // Whom it speaks for was decided by the platform, not by the request.
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

test('what cannot be exchanged says why', async () => {
  expect((await begin({ bot_id: botId, code: 'wrong' })).body).toMatchObject({
    code: 4000,
    msg: expect.stringContaining('40029 invalid code'),
  })
  expect((await begin({ bot_id: otherBot, code: 'x' })).body).toMatchObject({ code: 4000 })
  expect((await begin({ bot_id: botId, code: 'x', execute_mode: 'DRAFT' })).body).toMatchObject({ code: 4000 })
})
