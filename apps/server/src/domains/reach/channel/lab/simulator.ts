import type { Duplex } from 'node:stream'

/** A request of ours, as the platform sees it. */
export interface PlatformRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Buffer
}
export interface PlatformAnswer {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
}
/** What goes wrong, until it is switched off. Counts go down by themselves. */
export interface Faults {
  /** Nothing is reached. */
  outage: boolean
  /** So many calls get "too many requests". */
  tooMany: number
  /** So many sends are taken, and their answers are lost. */
  cut: number
  /** The credentials are not known any more. */
  revoked: boolean
}
/** A message as the platform shows it. */
export interface ShownMessage {
  id: string
  chatId: string
  threadKey: string
  text: string
  buttons: { id: string; label: string }[]
  file?: { name: string; kind: string; bytes: Buffer }
  /** In the platform's own format. */
  card?: unknown
  /** Every text that it had, the first one included. */
  versions: string[]
}
/** A call of the platform to our address. */
export interface Delivery {
  method: 'GET' | 'POST'
  query?: string
  headers: Record<string, string>
  body: string
}
export interface Person {
  id: string
  name: string
  locale?: string
}
export interface Saying {
  chatId: string
  from: Person
  text: string
  isGroup?: boolean
  thread?: string
  /** The platform's way of speaking to the bot in a group. */
  mentions?: boolean
  file?: { name: string; kind: 'image' | 'file' | 'audio'; bytes: Buffer }
}
/** The platform's side of a protocol, as far as the adapter uses it. */
export interface Simulator {
  faults: Faults
  shown: ShownMessage[]
  /** Signs that an answer is coming, by chat. */
  typing: string[]
  config: Record<string, string>
  handle(request: PlatformRequest): Promise<PlatformAnswer> | PlatformAnswer
  /** Somebody writes. Signed as the platform does, for a delivery to our address; or told to the connection that is open. */
  say(saying: Saying): Delivery
  press(messageId: string, choiceId: string, from: Person): Delivery
  /** Bare connections of ours, by what is spoken on them. */
  streams?: Record<string, (socket: Duplex) => void>
  /** The platform's check of our address, before anything else. */
  challenge?(): Delivery
  /** Reads what we answered to a delivery. Where the platform fetches answers bit by bit: its next question, until it has all. */
  answered?(body: string): Delivery | undefined
  /** A socket of ours. Gives what to do with a message of ours. */
  open?(path: string, socket: { send(text: string | Buffer): void; close(): void }): (text: string | Buffer) => void
}
export const noFaults = (): Faults => ({ outage: false, tooMany: 0, cut: 0, revoked: false })
/** The connection ends here, whatever was done. */
export const CUT: PlatformAnswer = { status: 0, body: '' }
export const answer = (body: object, status = 200, headers: Record<string, string> = {}): PlatformAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
export const jsonOf = <T>({ body }: PlatformRequest): T => JSON.parse(body.toString() || '{}') as T
export async function formOf({ body, headers }: PlatformRequest): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
}
