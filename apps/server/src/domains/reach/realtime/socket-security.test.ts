import { once } from 'node:events'
import { CozeAPI } from '@coze/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { afterFile } from '#testing/after-file.ts'
import { listening } from '#testing/listening.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { type Person, testPassword } from '#testing/test-app.ts'
import { anna, hummingFile } from '#testing/voices.ts'

/** Events that close a socket, and requests that must not open one. The numbers are those of the list of cases. */
let lab: OpenLab
let botId: string
beforeAll(async () => {
  lab = await openOpenLab()
  botId = await lab.publishedBot()
})
const address = (path: string) => lab.baseURL.replace('http', 'ws') + path
/** Opens a socket with the session of a person on our own page. */
async function socketOf(person: Person, path = '/v1/audio/speech'): Promise<{ ended: Promise<number> }> {
  const socket = new WebSocket(address(path), { headers: { cookie: person.cookie(), origin: lab.baseURL } })
  afterFile(() => socket.terminate())
  const ended = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return { ended }
}
const statusOf = (path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(address(path), { headers })
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode!))
    socket.on('error', reject)
  })

describe('a socket is closed at once (case 6)', () => {
  test('when its session is signed out', async () => {
    const person = await lab.t.register('leaver')
    const { ended } = await socketOf(person)
    await person.api.passport.logout({})
    expect(await ended).toBe(1001)
  })
  test('when the password changes', async () => {
    const person = await lab.t.register('changer')
    const { ended } = await socketOf(person)
    await person.api.passport.changePassword({ old_password: testPassword, new_password: 'another horse 8' })
    expect(await ended).toBe(1001)
  })
  test('when its person is removed from the space of the bot', async () => {
    const member = await lab.t.register('member')
    await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
    const { ended } = await socketOf(member, `/v1/chat?bot_id=${botId}`)
    await lab.owner.api.space.removeMember({ space_id: lab.spaceId, remove_user_id: member.id })
    expect(await ended).toBe(1001)
  })
  test('also in another process than the one that revoked the session', async () => {
    const other = await listening(await lab.t.another())
    const person = await lab.t.register('elsewhere')
    const socket = new WebSocket(`${other.replace('http', 'ws')}/v1/audio/speech`, {
      headers: { cookie: person.cookie(), origin: other },
    })
    afterFile(() => socket.terminate())
    const ended = once(socket, 'close').then(([code]) => code as number)
    await once(socket, 'open')
    await person.api.passport.logout({})
    expect(await ended).toBe(1001)
  })
})

describe('in a call', () => {
  /** Opens a room of the preview. */
  async function callWith(person: Person, bot: string) {
    const { conversation_id } = await person.api.conversation.messages({ bot_id: bot })
    const { room_id, token } = await person.api.openRealtime.callDraft({ bot_id: bot, conversation_id })
    const socket = new WebSocket(address(`/v1/audio/rooms/${room_id}/join?token=${token}`))
    afterFile(() => socket.terminate())
    const ended = once(socket, 'close').then(([code]) => code as number)
    await once(socket, 'open')
    return { ended, room_id, token }
  }
  test('the token of a room opens only that room, cannot be altered, and expires (case 57)', async () => {
    const { room_id, token } = await callWith(lab.owner, botId)
    const other = await callWith(lab.owner, botId)
    const join = (room: string, by: string) => statusOf(`/v1/audio/rooms/${room}/join?token=${by}`, {})
    expect(await join(other.room_id, token)).toBe(404)
    for (const at of [20, token.length >> 1])
      expect(await join(room_id, token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1))).toBe(404)
    expect(await join(room_id, token)).toBe(101)
    lab.t.clock.advance(10 * 60_000)
    expect(await join(room_id, token)).toBe(404)
  })
  test('the room is closed with the session in which it was opened (case 6)', async () => {
    const person = await lab.t.register('caller')
    const { id: space_id } = await person.api.space.create({ name: 'Theirs' })
    const { bot_id } = await person.api.bot.create({ space_id, name: 'Theirs' })
    const { ended } = await callWith(person, bot_id)
    await person.api.passport.logout({})
    expect(await ended).toBe(1001)
  })
})

test('erasing a person deletes their messages in a room and their voiceprints (case 87)', async () => {
  const person = await lab.t.register('talker')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: person.id }] })
  const coze = new CozeAPI({ baseURL: lab.baseURL, token: await lab.tokenOf(person) })
  const { id: groupId } = await coze.audio.voiceprintGroups.create({ name: 'Me' })
  const file = new File([new Uint8Array(hummingFile(anna))], 'a.wav')
  await person.api.voiceprint.createFeature({ group_id: groupId, name: 'Anna', file })
  const room = await coze.audio.rooms.create({ bot_id: botId, connector_id: '1024', uid: 'guest' })
  const socket = new WebSocket(address(`/v1/audio/rooms/${room.room_id}/join?token=${room.token}`))
  afterFile(() => socket.terminate())
  const done = new Promise<void>((resolve) =>
    socket.on('message', (data: Buffer) => {
      if (data.toString().includes('"conversation.chat.completed"')) resolve()
    }),
  )
  await once(socket, 'open')
  lab.server.script(says('A heron stands still.'))
  const content = 'Which bird stands still?'
  const question = { role: 'user', content_type: 'text', content }
  socket.send(JSON.stringify({ event_type: 'conversation.message.create', data: question }))
  await done
  const left = async () => {
    const { rows } = await lab.t.infra.database.pool.query<{ said: number; prints: number }>(
      `SELECT (SELECT count(*)::int FROM message WHERE content IN ($1, $2)) AS said,
              (SELECT count(*)::int FROM voiceprint_feature WHERE group_id = $3) AS prints`,
      [content, 'A heron stands still.', groupId],
    )
    return rows[0]
  }
  await expect.poll(left).toEqual({ said: 2, prints: 1 })
  await lab.t.startJobs()
  const ended = once(socket, 'close')
  await person.api.passport.erase({ password: testPassword })
  await ended
  await expect.poll(left).toEqual({ said: 0, prints: 0 })
})

describe('a socket does not open', () => {
  test.each(['https://evil.example', 'null', 'http://localhost:1', 'file://'])(
    'with a session from the page %s (case 62)',
    async (origin) => {
      const headers = { cookie: lab.owner.cookie(), origin }
      for (const path of ['/v1/audio/speech', `/v1/chat?bot_id=${botId}`, '/v1/audio/transcriptions'])
        expect(await statusOf(path, headers)).toBe(403)
    },
  )
  test('with an expired, deleted or insufficient token; in the query it is accepted for sockets only (case 9)', async () => {
    const person = await lab.t.register('tokens')
    const narrow = await lab.tokenOf(person, ['Audio.listVoice'])
    const query = (token: string) => `/v1/audio/speech?authorization=${encodeURIComponent(`Bearer ${token}`)}`
    expect(await statusOf(query(narrow), {})).toBe(403)
    const whole = await lab.tokenOf(person)
    expect(await statusOf(query(whole), {})).toBe(101)
    const asQuery = `?authorization=${encodeURIComponent(`Bearer ${whole}`)}`
    for (const path of ['/v1/audio/voices', '/v1/workspaces', '/v1/users/me'])
      expect((await fetch(lab.baseURL + path + asQuery)).status).toBe(401)
    const { personal_access_tokens: tokens } = await person.api.token.list({})
    for (const { id } of tokens) await person.api.token.remove({ id })
    expect(await statusOf(query(whole), {})).toBe(401)
    const late = await lab.tokenOf(person)
    lab.t.clock.advance(31 * 24 * 3600_000)
    expect(await statusOf(query(late), {})).toBe(401)
    const logged = lab.t.logLines.join('\n')
    for (const token of [narrow, whole, late]) expect(logged).not.toContain(token)
  })
})
