import { CozeAPI } from '@coze/api'
import { type ChatLab, openChatLab } from './chat-lab.ts'
import { listening } from './listening.ts'
import type { Person } from './test-app.ts'

export interface OpenLab extends ChatLab {
  baseURL: string
  token: string
  /** The official client with the token of the owner of the bots. */
  coze: CozeAPI
  /** Creates a personal token with the given scopes, or all. */
  tokenOf(person: Person, scopes?: string[]): Promise<string>
  /** Creates a bot on the scripted model and publishes it to the API. */
  publishedBot(config?: Record<string, unknown>, connectors?: string[]): Promise<string>
  publish(botId: string, connectors?: string[]): Promise<void>
  /** Makes a call without the client, with the token. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}
export interface Answer {
  status: number
  headers: Headers
  body: Record<string, never> & { code: number; msg: string; data: Record<string, never> }
}
export const all = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const found of stream) list.push(found)
  return list
}

/** A person with a token and published bots, with the app on a real port for clients that bring their own HTTP. */
export async function openOpenLab(
  options: {
    allow?: string[]
    offlineSpeech?: boolean
    publicUrl?: string
    voiceUdpPorts?: readonly [number, number]
  } = {},
): Promise<OpenLab> {
  const lab = await openChatLab(options)
  const baseURL = await listening(lab.t)
  const tokenOf = async (person: Person, scopes?: string[]) =>
    (
      await person.api.token.create({
        name: 'Program',
        duration_day: '30',
        ...(scopes && { workspace_permission_v2: { permission_list: scopes } }),
      })
    ).token
  const token = await tokenOf(lab.owner)
  const open: OpenLab = {
    ...lab,
    baseURL,
    token,
    coze: new CozeAPI({ baseURL, token }),
    tokenOf,
    async publishedBot(config = {}, connectors) {
      const id = await lab.createBot(config)
      await open.publish(id, connectors)
      return id
    },
    async publish(botId, connectors = ['1024']) {
      await open.coze.bots.publish({ bot_id: botId, connector_ids: connectors })
    },
    async call(method, path, body, headers = {}) {
      const response = await fetch(baseURL + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: (text ? JSON.parse(text) : {}) as Answer['body'],
      }
    },
  }
  return open
}
