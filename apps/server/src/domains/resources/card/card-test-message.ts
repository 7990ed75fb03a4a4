import type { CardDesign } from '@orrery/contract'
import { type CardTestChannel, cardTestFields } from '@orrery/contract/shared/card-test-fields'
import { cardWords, drawCard, previewCard, sampleData } from '@orrery/engine/card'
import type { Egress } from '#kit/egress/egress.ts'
import { badInput } from '#kit/errors.ts'
import { cardErrors } from './card.errors.ts'

/** The target of a test message. Its secrets are used once and never stored. */
export interface TestTarget {
  /** The URL of a webhook of the channel. */
  url: string
  token: string
  from: string
  to: string
  /** The base URL of the platform's API, for people who use a server of their own. */
  api_base: string
}
interface Message {
  url: string
  body: object
  isAuthorized?: boolean
}
const GRAPH = 'https://graph.facebook.com/v23.0'
const MAX_MS = 15_000
const MAX_SAID = 300

type Payload = Record<string, unknown>
/** The card in the format of the platform's API. */
const messages: Record<CardTestChannel, (payload: Payload, to: TestTarget, words: string) => Message> = {
  feishu: (card, { url }) => ({ url, body: { msg_type: 'interactive', card } }),
  slack: (payload, { url }, text) => ({ url, body: { text, ...payload } }),
  discord: (payload, { url }) => {
    const address = new URL(url)
    address.searchParams.set('wait', 'true')
    address.searchParams.set('with_components', 'true')
    return { url: address.href, body: { ...payload, allowed_mentions: { parse: [] } } }
  },
  telegram: (payload, { token, to, api_base }) => ({
    url: `${api_base || 'https://api.telegram.org'}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/${payload.photo ? 'sendPhoto' : 'sendMessage'}`,
    body: { chat_id: to, ...payload },
  }),
  whatsapp: (payload, { from, to, api_base }) => ({
    url: `${api_base || GRAPH}/${encodeURIComponent(from)}/messages`,
    body: { messaging_product: 'whatsapp', recipient_type: 'individual', to, ...payload },
    isAuthorized: true,
  }),
  messenger: (message, { to, api_base }) => ({
    url: `${api_base || GRAPH}/me/messages`,
    body: { recipient: { id: to }, messaging_type: 'RESPONSE', message },
    isAuthorized: true,
  }),
  line: (payload, { to, api_base }) => ({
    url: `${api_base || 'https://api.line.me'}/v2/bot/message/push`,
    body: { to, messages: [payload] },
    isAuthorized: true,
  }),
}

/** Sends a card with its samples, in the form in which the channel would get it from a bot. */
export async function sendTest(egress: Egress, design: CardDesign, channel: CardTestChannel, target: TestTarget) {
  for (const field of cardTestFields[channel])
    if (!target[field]) throw badInput(field, 'is required for this channel', '该渠道需填写此项')
  for (const field of ['url', 'api_base'] as const)
    if (target[field] && !URL.canParse(target[field])) throw badInput(field, 'must be a URL', '须为 URL')
  const shown = previewCard(channel, design)
  if (shown.isOver) throw cardErrors.tooLongForChannel({ channel })
  const words = cardWords(drawCard(design, sampleData(design)))
  const { url, body, isAuthorized } = messages[channel](shown.payload, target, words)
  const hide = (text: string) => text.replaceAll(target.token || '\0', '…')
  const request = egress.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(isAuthorized && { authorization: `Bearer ${target.token}` }),
    },
    secretHeaders: ['authorization'],
    body: JSON.stringify(body),
    timeoutMs: MAX_MS,
    redirect: 'error',
  })
  const answer = await request.catch((cause: unknown) => {
    throw cardErrors.testRefused({ channel, problem: hide((cause as Error).message) })
  })
  const problem = refusalIn(answer.status, await answer.text())
  if (problem) throw cardErrors.testRefused({ channel, problem: hide(problem) })
}

/** The reason for a refusal by the platform. Some platforms refuse with status 200. */
function refusalIn(status: number, text: string): string {
  const value = parse(text)
  const error = value.error as { message?: unknown } | undefined
  const words = [error?.message, value.description, value.msg, value.message].find((one) => typeof one === 'string')
  const isRefused =
    status >= 400 || value.ok === false || error !== undefined || (typeof value.code === 'number' && value.code !== 0)
  if (!isRefused) return ''
  return `${status} ${typeof words === 'string' ? words : text}`.slice(0, MAX_SAID)
}
function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
