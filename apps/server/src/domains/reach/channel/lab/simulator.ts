import type { Duplex } from 'node:stream'

/** A request of ours, as the platform receives it. */
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
/** Faults to simulate until they are switched off. Counters decrease by themselves. */
export interface Faults {
  /** The platform cannot be reached. */
  outage: boolean
  /** Number of calls that get "too many requests". */
  tooMany: number
  /** Number of sends that are accepted but whose responses are lost. */
  cut: number
  /** The credentials are no longer valid. */
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
  /** All texts the message has had, including the first. */
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
  /** Mentions the bot in a group. */
  mentions?: boolean
  file?: { name: string; kind: 'image' | 'file' | 'audio'; bytes: Buffer }
}
/** The platform's side of a protocol, as far as the adapter uses it. */
export interface Simulator {
  faults: Faults
  shown: ShownMessage[]
  /** Typing indicators, by chat. */
  typing: string[]
  config: Record<string, string>
  handle(request: PlatformRequest): Promise<PlatformAnswer> | PlatformAnswer
  /** Simulates a message of a person: returns a signed delivery, and sends the message over an open connection. */
  say(saying: Saying): Delivery
  press(messageId: string, choiceId: string, from: Person): Delivery
  /** Plain connections of ours, by protocol. */
  streams?: Record<string, (socket: Duplex) => void>
  /** The platform's verification of our address, sent before anything else. */
  challenge?(): Delivery
  /**
   * Processes our response to a delivery. On platforms that poll for answers, returns the next poll until the answer is
   * complete.
   */
  answered?(body: string): Delivery | undefined
  /** Opens a socket of ours. Returns the handler of our messages. */
  open?(path: string, socket: { send(text: string | Buffer): void; close(): void }): (text: string | Buffer) => void
}
export const noFaults = (): Faults => ({ outage: false, tooMany: 0, cut: 0, revoked: false })
/** Breaks the connection, whether or not the request was processed. */
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
