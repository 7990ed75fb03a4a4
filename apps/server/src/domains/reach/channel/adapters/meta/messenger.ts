import type { Adapter, ChannelEvent } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { apiBase, secretField } from '../fields.ts'
import { formWith } from '../form.ts'
import { plainText, render } from '../render.ts'
import { callGraph, receiveMeta } from './meta.ts'

const NAME = 'Messenger'
interface Body {
  entry?: {
    messaging?: {
      sender: { id: string }
      timestamp: number
      message?: {
        mid: string
        text?: string
        is_echo?: boolean
        quick_reply?: { payload: string }
        attachments?: { type: string; payload?: { url?: string } }[]
      }
      postback?: { mid: string; payload: string }
    }[]
  }[]
}
const kinds: Record<string, 'image' | 'audio' | 'file'> = { image: 'image', audio: 'audio', file: 'file' }

const usual: Record<string, string> = { image: 'image.jpg', audio: 'voice.mp4', file: 'file' }
/** The name of an attachment, which occurs only in its address. */
function nameAt(address: string, type: string): string {
  const last = URL.canParse(address) ? decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '') : ''
  return /\.\w{1,5}$/.test(last) ? last : (usual[type] ?? 'file')
}

function read(body: string): ChannelEvent[] {
  const all = ((JSON.parse(body) as Body).entry ?? []).flatMap(({ messaging = [] }) => messaging)
  return all.flatMap(({ sender, timestamp, message, postback }): ChannelEvent[] => {
    if (!postback && (!message || message.is_echo)) return []
    const choice = postback?.payload ?? message?.quick_reply?.payload
    return [
      {
        id: postback?.mid ?? message!.mid,
        kind: choice === undefined ? 'message' : 'action',
        position: timestamp * 1000,
        chat: { id: sender.id, kind: 'direct' },
        sender: { id: sender.id, name: sender.id },
        text: message?.text ?? '',
        isToBot: true,
        ...(choice !== undefined && { action: choice }),
        files: (message?.attachments ?? []).flatMap(({ type, payload }) =>
          kinds[type] && payload?.url ? [{ kind: kinds[type], ref: payload.url, name: nameAt(payload.url, type) }] : [],
        ),
        reply: {},
      },
    ]
  })
}

/** Messenger, for a page of Facebook. */
export const messenger: Adapter = {
  connectorId: '20000013',
  setup: {
    modes: ['webhook'],
    steps: [
      {
        text: {
          en: 'Create an app with Messenger and connect it with your page',
          zh: '创建带 Messenger 的应用并关联你的主页',
        },
        url: 'https://developers.facebook.com/apps/',
      },
      {
        text: { en: 'In the Messenger settings, enter this callback address', zh: '在 Messenger 设置中填写此回调地址' },
        copies: 'hookUrl',
      },
      { text: { en: 'and this verify token', zh: '以及此验证令牌' }, copies: 'hookSecret' },
    ],
    fields: [
      secretField('access_token', 'Page access token', '主页访问令牌'),
      secretField('app_secret', 'App secret', '应用密钥'),
      apiBase('graph.facebook.com'),
    ],
  },
  can: {
    maxText: 1900,
    cards: 'messenger',
    maxChoices: 13,
    takesKey: false,
    typingMs: 15_000,
    rates: { account: { count: 40, seconds: 1 } },
  },
  receive: (request, place) => receiveMeta(request, place, read),
  async check(place) {
    const me = await callGraph<{ id: string; name: string }>(place, NAME, 'GET', '/me?fields=id,name')
    return { profile: { name: me.name, identity: me.id }, missing: [] }
  },
  async subscribe(place) {
    await callGraph(place, NAME, 'POST', '/me/subscribed_apps', { subscribed_fields: 'messages,messaging_postbacks' })
  },
  async send(place, to, out, _key, bytes) {
    const recipient = { id: to.chatId }
    const { file } = out
    if (file && bytes) {
      const message = JSON.stringify({ attachment: { type: file.kind, payload: {} } })
      const fields = { recipient: JSON.stringify(recipient), message, messaging_type: 'RESPONSE' }
      const form = await formWith(fields, { field: 'filedata', name: file.name, type: file.contentType, bytes })
      return (await callGraph<{ message_id: string }>(place, NAME, 'POST', '/me/messages', undefined, form)).message_id
    }
    const replies = out.choices.map(({ id, label }) => ({
      content_type: 'text',
      title: label.slice(0, 20),
      payload: id,
    }))
    const message = out.card ?? {
      text: render(out.text, plainText) || '…',
      ...(replies.length && { quick_replies: replies }),
    }
    const body = { recipient, messaging_type: 'RESPONSE', message }
    return (await callGraph<{ message_id: string }>(place, NAME, 'POST', '/me/messages', body)).message_id
  },
  async typing(place, to) {
    await callGraph(place, NAME, 'POST', '/me/messages', { recipient: { id: to.chatId }, sender_action: 'typing_on' })
  },
  async download(place, { ref }) {
    // Attachments have addresses that open without the token.
    const answer = await place.fetch(ref, { redirect: 'follow' })
    if (!answer.ok) throw new ChannelFault('never', { en: `HTTP ${answer.status}`, zh: `HTTP ${answer.status}` })
    return answer.bytes()
  },
}
