import { createHmac } from 'node:crypto'
import { slackButtons, slackFault } from './cards.ts'
import {
  answer,
  CUT,
  type Delivery,
  jsonOf,
  noFaults,
  type PlatformAnswer,
  type PlatformRequest,
  type Saying,
  type ShownMessage,
  type Simulator,
} from './simulator.ts'

const BOT = 'U0LABBOT'
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
type Block = Record<string, unknown>
interface Stored extends ShownMessage {
  metadata?: object
}
const scopes =
  'app_mentions:read,chat:write,channels:history,groups:history,im:history,mpim:history,files:read,files:write'

/** Slack: the Web API, and events by callback or through a socket. */
export function simulateSlack(
  now: () => number,
  origin: () => string,
): Simulator & { scopes: string; acknowledged: string[] } {
  const faults = noFaults()
  const shown: Stored[] = []
  const typing: string[] = []
  const acknowledged: string[] = []
  const uploads = new Map<string, { name: string; bytes: Buffer }>()
  const sockets = new Set<{ send(text: string): void }>()
  const waiting = new Map<string, string>()
  let counter = 0
  const next = () => (counter += 1)
  const ok = (body: object = {}, headers: Record<string, string> = {}) => answer({ ok: true, ...body }, 200, headers)
  const fail = (error: string, more: object = {}) => answer({ ok: false, error, ...more })
  const newTs = () => `${Math.floor(now() / 1000)}.${String(next()).padStart(6, '0')}`
  const buttonsOf = (blocks: Block[] = []) => slackButtons(blocks)

  function post(request: PlatformRequest): PlatformAnswer {
    const body = jsonOf<{
      channel: string
      text: string
      thread_ts?: string
      blocks?: Block[]
      metadata?: object
    }>(request)
    const fault = slackFault(body.blocks ?? [])
    if (fault) return fail(fault)
    const message: Stored = {
      id: newTs(),
      ...(body.blocks?.some(({ type }) => type !== 'section' && type !== 'actions') && { card: body.blocks }),
      chatId: body.channel,
      threadKey: body.thread_ts ?? '',
      text: body.text,
      buttons: buttonsOf(body.blocks),
      versions: [body.text],
      ...(body.metadata && { metadata: body.metadata }),
    }
    shown.push(message)
    if (faults.cut > 0) {
      faults.cut -= 1
      return CUT
    }
    return ok({ ts: message.id, channel: body.channel })
  }
  function update(request: PlatformRequest): PlatformAnswer {
    const body = jsonOf<{ ts: string; text: string; blocks?: Block[] }>(request)
    const message = shown.find(({ id }) => id === body.ts)
    if (!message) return fail('message_not_found')
    message.text = body.text
    message.versions.push(body.text)
    message.buttons = buttonsOf(body.blocks)
    return ok({ ts: body.ts })
  }
  function history(request: PlatformRequest): PlatformAnswer {
    const channel = new URLSearchParams(request.body.toString()).get('channel')
    const found = shown.filter(({ chatId }) => chatId === channel).toReversed()
    return ok({ messages: found.map(({ id, text, metadata }) => ({ ts: id, text, metadata })) })
  }
  function upload(request: PlatformRequest): PlatformAnswer {
    const id = `F${next()}`
    const name = new URLSearchParams(request.body.toString()).get('filename') ?? ''
    uploads.set(id, { name, bytes: Buffer.alloc(0) })
    return ok({ upload_url: `${origin()}/upload/${id}`, file_id: id })
  }
  function complete(request: PlatformRequest): PlatformAnswer {
    const body = jsonOf<{ files: { id: string }[]; channel_id: string; thread_ts?: string }>(request)
    const { name, bytes } = uploads.get(body.files[0]!.id)!
    const file = { name, kind: 'file', bytes }
    const place = { chatId: body.channel_id, threadKey: body.thread_ts ?? '' }
    shown.push({ id: newTs(), ...place, text: '', buttons: [], versions: [''], file })
    return ok()
  }
  const simulator = {
    faults,
    shown,
    typing,
    acknowledged,
    scopes,
    config: { bot_token: 'xoxb-1234567890-abcdef', app_token: 'xapp-1-A111-222-abcdef', signing_secret: SECRET },
    handle(request: PlatformRequest): PlatformAnswer {
      if (faults.outage) return CUT
      if (request.path.startsWith('/upload/')) {
        uploads.get(request.path.slice(8))!.bytes = request.body
        return { status: 200, body: 'OK' }
      }
      if (request.path.startsWith('/files/'))
        return { status: 200, body: uploads.get(request.path.slice(7))?.bytes ?? '' }
      if (faults.revoked) return fail('token_revoked')
      const method = request.path.replace('/api/', '')
      if (faults.tooMany > 0 && method === 'chat.postMessage') {
        faults.tooMany -= 1
        return answer({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': '1' })
      }
      const methods: Record<string, () => PlatformAnswer> = {
        'auth.test': () =>
          ok({ user: 'labbot', user_id: BOT, team: 'Lab', team_id: 'T1' }, { 'x-oauth-scopes': simulator.scopes }),
        'apps.connections.open': () => ok({ url: `${origin().replace('http', 'ws')}/link` }),
        'chat.postMessage': () => post(request),
        'chat.update': () => update(request),
        'conversations.history': () => history(request),
        'conversations.replies': () => history(request),
        'files.getUploadURLExternal': () => upload(request),
        'files.completeUploadExternal': () => complete(request),
      }
      return methods[method]?.() ?? fail('unknown_method')
    },
    say({ chatId, from, text, isGroup = false, mentions = false, thread, file }: Saying): Delivery {
      const id = file && `F${next()}`
      if (file) uploads.set(id!, file)
      const event = {
        type: mentions ? 'app_mention' : 'message',
        channel: chatId,
        channel_type: isGroup ? 'channel' : 'im',
        user: from.id,
        text: mentions ? `<@${BOT}> ${text}` : text,
        ts: newTs(),
        ...(thread && { thread_ts: thread }),
        ...(file && {
          subtype: 'file_share',
          files: [
            {
              id,
              name: file.name,
              mimetype: { image: 'image/png', file: 'text/plain', audio: 'audio/mp4' }[file.kind],
              url_private_download: `${origin()}/files/${id}`,
            },
          ],
        }),
      }
      return tell('events_api', { type: 'event_callback', event_id: `Ev${next()}`, event })
    },
    press(messageId: string, choiceId: string, from: { id: string; name: string }): Delivery {
      const message = shown.find(({ id }) => id === messageId)!
      return tell('interactive', {
        type: 'block_actions',
        user: from,
        channel: { id: message.chatId },
        message: { ts: messageId, ...(message.threadKey && { thread_ts: message.threadKey }) },
        actions: [{ action_id: 'choice_0', value: choiceId, action_ts: newTs() }],
      })
    },
    open(_path: string, socket: { send(text: string): void }) {
      sockets.clear()
      sockets.add(socket)
      socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }))
      // Unacknowledged envelopes are delivered again on the next connection.
      for (const envelope of waiting.values()) socket.send(envelope)
      return (text: string | Buffer) => {
        const { envelope_id: id } = JSON.parse(String(text)) as { envelope_id: string }
        waiting.delete(id)
        acknowledged.push(id)
      }
    },
  }
  function tell(type: string, payload: object): Delivery {
    const id = `E${next()}`
    const envelope = JSON.stringify({ envelope_id: id, type, payload })
    if (sockets.size > 0) waiting.set(id, envelope)
    for (const socket of sockets) socket.send(envelope)
    const isForm = type === 'interactive'
    const body = isForm ? new URLSearchParams({ payload: JSON.stringify(payload) }).toString() : JSON.stringify(payload)
    const timestamp = String(Math.floor(now() / 1000))
    return {
      method: 'POST',
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex')}`,
      },
      body,
    }
  }
  return simulator
}
