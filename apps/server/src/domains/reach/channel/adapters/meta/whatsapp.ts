import type { Adapter, ChannelEvent, IncomingFile, Outgoing } from '../../adapter.ts'
import { faultOfStatus } from '../call.ts'
import { apiBase, plainField, secretField } from '../fields.ts'
import { formWith } from '../form.ts'
import { type Dialect, render } from '../render.ts'
import { callGraph, receiveMeta } from './meta.ts'

const NAME = 'WhatsApp'
interface Media {
  id: string
  mime_type?: string
  caption?: string
  filename?: string
}
interface Message {
  id: string
  from: string
  timestamp: string
  type: string
  text?: { body: string }
  image?: Media
  audio?: Media
  document?: Media
  interactive?: { button_reply?: { id: string }; list_reply?: { id: string } }
}
interface Body {
  entry?: {
    changes?: { value?: { contacts?: { wa_id: string; profile?: { name?: string } }[]; messages?: Message[] } }[]
  }[]
}
const marks: Dialect = {
  escape: (text) => text,
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  strike: (text) => `~${text}~`,
  code: (text) => `\`${text}\``,
  fence: (text) => `\`\`\`${text}\`\`\``,
  quote: (text) => text.replaceAll(/^/gm, '> '),
  link: (text, href) => (text === href ? href : `${text} (${href})`),
}

function read(body: string): ChannelEvent[] {
  const values = ((JSON.parse(body) as Body).entry ?? []).flatMap(({ changes = [] }) =>
    changes.map(({ value }) => value),
  )
  return values.flatMap((value) =>
    (value?.messages ?? []).flatMap((message): ChannelEvent[] => {
      const name = value?.contacts?.find(({ wa_id: id }) => id === message.from)?.profile?.name ?? message.from
      const choice = message.interactive?.button_reply?.id ?? message.interactive?.list_reply?.id
      const files = filesOf(message)
      const text = message.text?.body ?? message.image?.caption ?? message.document?.caption ?? ''
      if (choice === undefined && !text && !files.length) return []
      return [
        {
          id: message.id,
          kind: choice === undefined ? 'message' : 'action',
          position: Number(message.timestamp) * 1_000_000,
          chat: { id: message.from, kind: 'direct' },
          sender: { id: message.from, name },
          text,
          isToBot: true,
          ...(choice !== undefined && { action: choice }),
          files,
          reply: { message: message.id },
        },
      ]
    }),
  )
}
function filesOf({ image, audio, document }: Message): IncomingFile[] {
  const end = (type = '') => type.split('/')[1]?.split(';')[0] ?? 'bin'
  return [
    ...(image ? [{ kind: 'image' as const, ref: image.id, name: `image.${end(image.mime_type)}` }] : []),
    ...(audio ? [{ kind: 'audio' as const, ref: audio.id, name: `voice.${end(audio.mime_type)}` }] : []),
    ...(document ? [{ kind: 'file' as const, ref: document.id, name: document.filename ?? 'document' }] : []),
  ]
}
function contentOf({ text, choices, card }: Outgoing) {
  if (card) return card
  const body = render(text, marks) || '…'
  if (!choices.length) return { type: 'text', text: { body, preview_url: false } }
  const few = choices.length <= 3
  const action = few
    ? { buttons: choices.map(({ id, label }) => ({ type: 'reply', reply: { id, title: label.slice(0, 20) } })) }
    : {
        button: '…',
        sections: [
          {
            rows: choices.map(({ id, label }) => ({ id, title: label.slice(0, 24), description: label.slice(0, 72) })),
          },
        ],
      }
  return {
    type: 'interactive',
    interactive: { type: few ? 'button' : 'list', body: { text: body.slice(0, 1024) }, action },
  }
}

/** WhatsApp's Cloud API. */
export const whatsapp: Adapter = {
  connectorId: '20000011',
  setup: {
    modes: ['webhook'],
    steps: [
      {
        text: {
          en: 'Create an app of the type Business and add WhatsApp to it',
          zh: '创建“商业”类型的应用并添加 WhatsApp',
        },
        url: 'https://developers.facebook.com/apps/',
      },
      {
        text: {
          en: 'Under WhatsApp, Configuration, enter this callback address',
          zh: '在 WhatsApp 的 Configuration 中填写此回调地址',
        },
        copies: 'hookUrl',
      },
      {
        text: {
          en: 'and this verify token. Then subscribe to the field messages',
          zh: '以及此验证令牌，然后订阅 messages 字段',
        },
        copies: 'hookSecret',
      },
    ],
    fields: [
      plainField('phone_id', 'Phone number ID', '电话号码 ID'),
      secretField('access_token', 'Access token', '访问令牌'),
      secretField('app_secret', 'App secret', '应用密钥'),
      apiBase('graph.facebook.com'),
    ],
  },
  can: {
    maxText: 1000,
    cards: 'whatsapp',
    maxChoices: 10,
    takesKey: false,
    typingMs: 20_000,
    rates: { account: { count: 80, seconds: 1 }, chat: { count: 1, seconds: 1 } },
  },
  receive: (request, place) => receiveMeta(request, place, read),
  async check(place) {
    const path = `/${place.config.phone_id}?fields=display_phone_number,verified_name`
    const me = await callGraph<{ display_phone_number: string; verified_name: string }>(place, NAME, 'GET', path)
    return {
      profile: { name: me.verified_name, handle: me.display_phone_number, identity: place.config.phone_id! },
      missing: [],
    }
  },
  async send(place, to, out, _key, bytes) {
    const path = `/${place.config.phone_id}`
    const base = { messaging_product: 'whatsapp', recipient_type: 'individual', to: to.chatId }
    const { file } = out
    let content: object = contentOf(out)
    if (file && bytes) {
      const type = file.kind === 'file' ? 'document' : file.kind
      const form = await formWith(
        { messaging_product: 'whatsapp', type: file.contentType },
        { field: 'file', name: file.name, type: file.contentType, bytes },
      )
      const { id } = await callGraph<{ id: string }>(place, NAME, 'POST', `${path}/media`, undefined, form)
      content = { type, [type]: { id, ...(type === 'document' && { filename: file.name }) } }
    }
    const sent = await callGraph<{ messages: { id: string }[] }>(place, NAME, 'POST', `${path}/messages`, {
      ...base,
      ...content,
    })
    return sent.messages[0]!.id
  },
  async typing(place, to) {
    if (!to.reply.message) return
    const body = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: to.reply.message,
      typing_indicator: { type: 'text' },
    }
    await callGraph(place, NAME, 'POST', `/${place.config.phone_id}/messages`, body)
  },
  async download(place, { ref }) {
    const { url } = await callGraph<{ url: string }>(place, NAME, 'GET', `/${encodeURIComponent(ref)}`)
    const headers = { authorization: `Bearer ${place.config.access_token}` }
    const answer = await place.fetch(url, { headers, redirect: 'follow' })
    const fault = faultOfStatus(NAME, answer)
    if (fault) throw fault
    return answer.bytes()
  },
}
