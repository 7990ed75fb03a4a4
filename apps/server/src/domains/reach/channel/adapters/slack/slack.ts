import type { Adapter, Outgoing, Place, Target, Words } from '../../adapter.ts'
import { faultOfStatus } from '../call.ts'
import { call, callForm, urlOf } from './api.ts'
import { type Callback, eventOf, type Interaction, pressOf } from './read.ts'
import { scopes, setup } from './setup.ts'
import { connect } from './socket.ts'
import { isFromSlack } from './verify.ts'
import { contentOf } from './write.ts'

const METADATA = 'orrery_answer'
interface Sent {
  ts: string
  metadata?: { event_type?: string; event_payload?: { key?: string } }
}
const inThread = ({ threadKey }: Target) => (threadKey ? { thread_ts: threadKey } : {})

/** Uploads a file in three steps: request an address, upload the bytes, share the file. */
async function sendFile(place: Place, to: Target, { file }: Outgoing, bytes: Buffer): Promise<string> {
  const name = { filename: file!.name, length: String(bytes.length) }
  const { upload_url: url, file_id: id } = await callForm<{ upload_url: string; file_id: string }>(
    place,
    'files.getUploadURLExternal',
    name,
  )
  const answer = await place.fetch(url, { method: 'POST', body: bytes, headers: { 'content-type': file!.contentType } })
  const fault = faultOfStatus('Slack', answer)
  if (fault) throw fault
  await call(place, 'files.completeUploadExternal', {
    files: [{ id, title: file!.name }],
    channel_id: to.chatId,
    ...inThread(to),
  })
  return id
}

/** The required scopes that the token does not have. Slack lists its scopes in a header. */
async function missingScopes(place: Place): Promise<Words[]> {
  const answer = await place.fetch(urlOf(place, '/api/auth.test'), {
    method: 'POST',
    headers: { authorization: `Bearer ${place.config.bot_token}` },
  })
  const given = answer.headers.get('x-oauth-scopes')
  if (given === null) return []
  const has = new Set(given.split(',').map((scope) => scope.trim()))
  const lacks = scopes.filter((scope) => !has.has(scope))
  if (!lacks.length) return []
  return [
    {
      en: `The app lacks the scopes ${lacks.join(', ')}. Add them under OAuth & Permissions and install it again`,
      zh: `应用缺少权限 ${lacks.join('、')}，请在 OAuth & Permissions 中添加并重新安装`,
    },
  ]
}

/** Slack, by the Events API or by Socket Mode. */
export const slack: Adapter = {
  connectorId: '20000008',
  setup,
  can: {
    maxText: 3500,
    cards: 'slack',
    maxChoices: 10,
    takesKey: false,
    editMs: 1500,
    rates: { account: { count: 20, seconds: 1 }, chat: { count: 1, seconds: 1 } },
  },
  receive(request, place) {
    if (!isFromSlack(request, place.config.signing_secret ?? '', place.clock.now())) return 'forged'
    const text = request.body.toString()
    const isForm = (request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded')
    if (isForm) {
      const payload = JSON.parse(new URLSearchParams(text).get('payload') ?? '{}') as Interaction
      const pressed = pressOf(payload, place.profile)
      return { events: pressed ? [pressed] : [] }
    }
    const callback = JSON.parse(text) as Callback
    if (callback.type === 'url_verification')
      return { events: [], answer: { status: 200, body: callback.challenge ?? '' } }
    const event = eventOf(callback, place.profile)
    return { events: event ? [event] : [] }
  },
  connect: (place, _cursor, sink, signal) => connect(place, sink, signal),
  async check(place, mode) {
    const me = await call<{ user: string; user_id: string; team: string; team_id: string }>(place, 'auth.test', {})
    const missing = await missingScopes(place)
    if (mode === 'long') await call(place, 'apps.connections.open', {}, { token: place.config.app_token! })
    const identity = `${me.team_id}:${me.user_id}`
    return { profile: { name: me.user, handle: me.user_id, team: me.team, identity }, missing }
  },
  async send(place, to, out, key, bytes) {
    if (bytes) return sendFile(place, to, out, bytes)
    const { ts } = await call<Sent>(place, 'chat.postMessage', {
      channel: to.chatId,
      ...inThread(to),
      ...contentOf(out),
      metadata: { event_type: METADATA, event_payload: { key } },
      unfurl_links: false,
    })
    return ts
  },
  async edit(place, to, messageId, out) {
    await call(place, 'chat.update', { channel: to.chatId, ts: messageId, ...contentOf(out) })
  },
  /** Every message carries its key in its metadata, so that it can be looked up. */
  async find(place, to, key) {
    const method = to.threadKey ? 'conversations.replies' : 'conversations.history'
    const { messages } = await callForm<{ messages: Sent[] }>(place, method, {
      channel: to.chatId,
      limit: '50',
      include_all_metadata: 'true',
      ...(to.threadKey && { ts: to.threadKey }),
    })
    return messages.find(({ metadata }) => metadata?.event_payload?.key === key)?.ts
  },
  async download(place, { ref }) {
    const headers = { authorization: `Bearer ${place.config.bot_token}` }
    // Files are stored on Slack's own hosts: the token is sent to no other host.
    const isOwn = /^https:\/\/([\w-]+\.)*slack\.com\//.test(ref) || ref.startsWith(urlOf(place, '/'))
    const answer = await place.fetch(ref, { redirect: 'follow', ...(isOwn && { headers }) })
    const fault = faultOfStatus('Slack', answer)
    if (fault) throw fault
    return answer.bytes()
  },
}
