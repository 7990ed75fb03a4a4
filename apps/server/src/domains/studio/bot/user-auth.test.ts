import { beforeAll, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
const exchanged: string[] = []
beforeAll(async () => {
  team = await openBotTeam()
  team.t.services.userAuths.register({
    id: '10001',
    name: 'Messenger',
    icon: '',
    login: {
      app_id: 'a',
      response_type: 'code',
      authorize_url: 'https://messenger.test/authorize',
      scope: 'send',
      client_id: 'c',
    },
    async exchange(code) {
      exchanged.push(code)
      return { access_token: `token-of-${code}` }
    },
  })
})
const connector_id = '10001'
const status = async (who = team.maker) =>
  (await who.api.bot.auths({})).data.map(({ id, auth_status }) => ({ id, auth_status }))
const stateOf = async (who = team.maker) => (await who.api.bot.authState({ connector_id })).state.encrypt_state!

test('a person authorises a channel with the code from its redirect, and can revoke that', async () => {
  expect(await status()).toEqual([{ id: connector_id, auth_status: 2 }])
  const encrypt_state = await stateOf()
  expect(await status(), 'while they are there').toEqual([{ id: connector_id, auth_status: 3 }])
  expect(await team.t.services.userAuths.credentials(team.maker.id, connector_id)).toBeUndefined()
  await team.maker.api.bot.authCode({ connector_id, code: 'one', encrypt_state })
  expect(await status()).toEqual([{ id: connector_id, auth_status: 1 }])
  expect(await status(team.member)).toEqual([{ id: connector_id, auth_status: 2 }])
  expect(await team.t.services.userAuths.credentials(team.maker.id, connector_id)).toEqual({
    access_token: 'token-of-one',
  })
  const { rows } = await team.t.infra.database.pool.query<{ credentials: string }>(
    'SELECT credentials FROM connector_auth',
  )
  expect(rows[0]!.credentials).not.toContain('token-of')
  await team.maker.api.bot.cancelAuth({ connector_id })
  expect(await status()).toEqual([{ id: connector_id, auth_status: 2 }])
})
test('a missing, foreign, modified or expired state is refused, and no code is exchanged', async () => {
  const [own, foreign] = [await stateOf(), await stateOf(team.member)]
  const before = exchanged.length
  for (const encrypt_state of ['', foreign, `${own}x`, '1.abc', own.replace(/^\d+/, '99999999999999')])
    await expect(team.maker.api.bot.authCode({ connector_id, code: 'stolen', encrypt_state })).rejects.toMatchObject({
      status: 403,
    })
  expect(await status()).toEqual([{ id: connector_id, auth_status: 3 }])
  team.t.clock.advance(11 * 60_000)
  expect(await status(), 'who never came back').toEqual([{ id: connector_id, auth_status: 2 }])
  await expect(team.maker.api.bot.authCode({ connector_id, code: 'late', encrypt_state: own })).rejects.toMatchObject({
    status: 403,
  })
  expect(exchanged).toHaveLength(before)
})
test('a missing channel is named in the error', async () => {
  await expect(team.maker.api.bot.authState({ connector_id: '7' })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('7') as string,
  })
  await expect(team.maker.api.bot.cancelAuth({ connector_id: '7' })).rejects.toMatchObject({ status: 400 })
})
