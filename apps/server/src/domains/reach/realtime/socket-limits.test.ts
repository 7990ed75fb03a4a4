import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { afterFile } from '#testing/after-file.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openSpeechServer } from '#testing/speech-server.ts'

/** Attacks over sockets. The numbers are those of the list of cases. */
const KEY = 'sk-far-secret-key-0068'
const far = await openSpeechServer()
let lab: OpenLab
let botId: string
beforeAll(async () => {
  lab = await openOpenLab({ allow: [far.host] })
  far.voices = [{ id: 'ann', name: 'Ann', language: 'en' }]
  const { instanceModel } = lab.owner.api
  const connection = { kind: 'openai-compatible' as const, name: 'Far', base_url: far.baseUrl, api_key: KEY }
  const { id: provider_id } = await instanceModel.createProvider(connection)
  await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'tts-far' })
  botId = await lab.publishedBot()
})
interface Frame {
  event_type: string
  data: { msg: string; conversation_id: string }
}
const addressOf = (path: string, token = lab.token) => {
  const url = new URL(path, lab.baseURL.replace('http', 'ws'))
  url.searchParams.set('authorization', `Bearer ${token}`)
  return url
}
async function open(path: string, token?: string) {
  const socket = new WebSocket(addressOf(path, token))
  afterFile(() => socket.terminate())
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) => void frames.push(JSON.parse(data.toString()) as Frame))
  await once(socket, 'open')
  const of = (type: string) => frames.filter(({ event_type }) => event_type === type)
  const until = (type: string, count = 1) => expect.poll(() => of(type).length).toBeGreaterThanOrEqual(count)
  const send = (event_type: string, data: object = {}) => socket.send(JSON.stringify({ event_type, data }))
  const ask = (content: string) => send('conversation.message.create', { role: 'user', content_type: 'text', content })
  return { socket, frames, of, until, send, ask }
}
const statusOf = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(addressOf(path))
    afterFile(() => socket.terminate())
    socket.on('open', () => {
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode!))
    socket.on('error', reject)
  })

describe('hostile frames (case 79)', () => {
  test('unreadable ones are reported with their fault, an oversized one closes its socket, and other sockets continue', async () => {
    const good = await open('/v1/audio/speech')
    const rude = await open('/v1/audio/speech')
    good.socket.send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    good.socket.send('{"event_type":')
    good.socket.send(Buffer.from([0, 1, 2, 3]))
    good.send('speech.fly')
    good.send('input_text_buffer.append', { delta: 7 })
    good.socket.send('{"__proto__":{"event_type":"speech.update"}}')
    await good.until('error', 6)
    const closed = once(rude.socket, 'close')
    rude.send('input_text_buffer.append', { delta: 'x'.repeat(300 * 1024) })
    expect((await closed)[0]).toBe(1009)
    good.send('speech.update')
    await good.until('speech.updated')
  })
  test('a token has at most twenty sockets, and another one when one of them is closed', async () => {
    const token = await lab.tokenOf(await lab.t.register('greedy'))
    const held = await Promise.all(Array.from({ length: 20 }, () => open('/v1/audio/speech', token)))
    const status = () =>
      new Promise<number>((resolve, reject) => {
        const socket = new WebSocket(addressOf('/v1/audio/speech', token))
        afterFile(() => socket.terminate())
        socket.on('open', () => resolve(101))
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode!))
        socket.on('error', reject)
      })
    expect(await status()).toBe(429)
    held[0]!.socket.close()
    await expect.poll(status, { interval: 500 }).toBe(101)
    expect(await statusOf('/v1/audio/speech')).toBe(101)
  })
})

test('the key of a failing provider appears in no frame and in no line of the log (case 68)', async () => {
  far.fails(401)
  lab.server.script(says('Nobody speaks.'))
  const { frames, until, ask } = await open(`/v1/chat?bot_id=${botId}`)
  ask('Hello')
  await until('conversation.chat.completed')
  await until('error')
  far.fails(undefined)
  expect(JSON.stringify(frames)).not.toContain(KEY)
  expect(lab.t.logLines.join('\n')).not.toContain(KEY)
})

test('messages of one person are hidden from everybody else who talks with the bot, even if they know the conversation id (case 70)', async () => {
  lab.server.reset()
  lab.server.script(says('Noted.'), says('What?'))
  const mine = await open(`/v1/chat?bot_id=${botId}`)
  mine.ask('My secret is a tulip')
  await mine.until('conversation.chat.completed')
  const { conversation_id } = mine.of('conversation.chat.created')[0]!.data
  const member = await lab.t.register('member')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  const token = await lab.tokenOf(member)
  const theirs = await open(`/v1/chat?bot_id=${botId}`, token)
  theirs.send('chat.update', { chat_config: { conversation_id } })
  theirs.ask('What do you know?')
  await theirs.until('error')
  expect(theirs.of('conversation.chat.created')).toEqual([])
  const fresh = await open(`/v1/chat?bot_id=${botId}`, token)
  fresh.ask('What do you know?')
  await fresh.until('conversation.chat.completed')
  expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).not.toContain('tulip')
})
