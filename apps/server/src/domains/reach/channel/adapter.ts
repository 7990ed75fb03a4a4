import type { Socket } from 'node:net'
import type { CardFormat } from '@orrery/engine/card'
import type { Clock } from '#kit/clock.ts'
import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { EgressSocket } from '#kit/egress/socket.ts'
import type { StreamInit } from '#kit/egress/stream.ts'
import type { Locale } from '#kit/errors.ts'
import type { NoteKey } from './event-notes.ts'

/** Both languages: what is said of an account is read by people of either. */
export interface Words {
  en: string
  zh: string
}
export interface IncomingFile {
  kind: 'image' | 'file' | 'audio'
  /** How the adapter finds it again: it is fetched when its message is answered. */
  ref: string
  name: string
  size?: number
}
/** Something that happened on the platform, in the terms that all platforms share. It is stored as it is. */
export interface ChannelEvent {
  /** The platform's own id. The same event delivered again carries the same one. */
  id: string
  kind: 'message' | 'action' | 'join'
  chat: { id: string; thread?: string; kind: 'direct' | 'group' | 'mail' }
  sender: { id: string; name: string; locale?: Locale }
  /** Where the platform counts its messages: their order. */
  position?: number
  text: string
  /** In a group: it was mentioned, or answered. */
  isToBot: boolean
  /** The id in the button that was pressed. */
  action?: string
  files: IncomingFile[]
  /** Why it is kept and not answered, where the adapter knows: an automatic reply, a bounce. */
  ignore?: NoteKey
  /** What the platform wants back with the answer: a reply token, the id of the message, an address that ends. */
  reply?: Record<string, string>
}
export interface Choice {
  /** Id of a `channel_action`. */
  id: string
  label: string
}
export interface OutgoingFile {
  kind: 'image' | 'file' | 'audio'
  key: string
  name: string
  contentType: string
  /** Opens it for a week, for platforms that take no bytes. */
  url: string
}
/** One message to the platform. */
export interface Outgoing {
  /** Markdown; written the platform's way by its adapter. */
  text: string
  choices: Choice[]
  file?: OutgoingFile
  /** A card in the platform's own format; the words above are the same for those who cannot see it. */
  card?: Record<string, unknown>
  /** More is to follow in the same message. */
  isOpen?: true
  /** Its beginning may be there already, under the same key: what is there has to become this. */
  wasOpen?: true
  /** Nothing follows this in the same answer. */
  isLast?: true
  reply: Record<string, string>
}
export interface Target {
  chatId: string
  threadKey: string
  kind: ChannelEvent['chat']['kind']
  reply: Record<string, string>
}
export interface Profile {
  name?: string
  handle?: string
  team?: string
  /** Which account of the platform it is: one serves one bot. */
  identity?: string
}

/** A request as it came: nothing has been read of it yet. */
export interface RawRequest {
  method: string
  query: URLSearchParams
  headers: Pick<Headers, 'get'>
  body: Buffer
}
export interface RawAnswer {
  status: number
  body: string
  contentType?: string
}
/** `forged`: not from the platform. The sender learns nothing. */
export type Received = 'forged' | { events: ChannelEvent[]; answer?: RawAnswer }

/** What an adapter works with: one account, the guarded way out, and the time. */
export interface Place {
  accountId: string
  config: Record<string, string>
  profile: Profile
  /** Where the platform calls us. */
  hookUrl: string
  /** A secret of this account alone that the platform can be given to prove itself with. */
  hookSecret: string
  fetch(url: string, init?: EgressInit): Promise<EgressResponse>
  socket(url: string, headers?: Record<string, string>): Promise<EgressSocket>
  /** A bare connection, for mail. */
  stream(init: StreamInit): Promise<Socket>
  /** What the bot says first, for platforms that take it in the answer to their call alone. Empty: it is not published there. */
  greeting(locale: Locale): Promise<string>
  /** What all processes know of this account until it expires. */
  notes: Notes
  clock: Clock
  /** Tokens and the like that can be fetched again: kept in memory, by account. */
  memo: Map<string, { value: string; until: number }>
}
/** A durable notebook of one account. */
export interface Notes {
  get(key: string): Promise<Record<string, unknown> | undefined>
  /** Adds to what is there. */
  put(key: string, value: Record<string, unknown>, keepMs: number): Promise<void>
}
/** What a long connection hands over. An event is stored when the promise resolves: only then it is acknowledged. */
export interface Sink {
  take(events: ChannelEvent[]): Promise<void>
  /** How far it was read, for the next connection. */
  cursor(value: string): Promise<void>
  /** The connection stands. */
  live(profile?: Profile): void
}

export interface Rate {
  count: number
  seconds: number
}
interface Abilities {
  /** Characters of one message. */
  maxText: number
  /** The format of its cards, where it has any. */
  cards?: CardFormat
  /** Buttons below one message; 0: choices are numbered lines. */
  maxChoices: number
  /** A send that is repeated with the same key is one message. */
  takesKey: boolean
  /** For how long; without it, for ever. */
  keyMs?: number
  /** A message that was sent can be changed: at most once in so many milliseconds. */
  editMs?: number
  /** The sign that an answer is coming fades after so many milliseconds. */
  typingMs?: number
  rates: { account?: Rate; chat?: Rate; group?: Rate }
}

export interface SetupField {
  name: string
  label: Words
  hint?: Words
  isSecret?: boolean
  isOptional?: boolean
  /** Where secrets are sent: when it changes they have to be entered again. */
  isAddress?: true
  /** Only for one way of connecting. */
  mode?: 'long' | 'webhook'
  choices?: { value: string; label: Words }[]
  pattern?: { source: string; words: Words }
}
interface SetupStep {
  text: Words
  url?: string
  /** What is to be pasted there. */
  copies?: 'hookUrl' | 'hookSecret'
  mode?: 'long' | 'webhook'
}
/** The set-up drawer is drawn from this. */
export interface Setup {
  modes: ('long' | 'webhook')[]
  /** Who calls us may be on this machine: no public address is needed. */
  isLocalFine?: boolean
  steps: SetupStep[]
  fields: SetupField[]
}
export interface Check {
  profile: Profile
  /** What still has to be done on the platform's side; empty when all is well. */
  missing: Words[]
}

export interface Adapter {
  connectorId: string
  setup: Setup
  can: Abilities
  /** Reads a request of the platform. Verification is over the raw bytes. */
  receive?(request: RawRequest, place: Place): Received | Promise<Received>
  /** Holds the connection until it is lost or `signal` ends. */
  connect?(place: Place, cursor: string, sink: Sink, signal: AbortSignal): Promise<void>
  /** What is said goes over that connection: only the process that holds it can send. */
  sendsByConnection?: true
  /** A live call: who we are there, and what is missing. */
  check(place: Place, mode: 'long' | 'webhook'): Promise<Check>
  /** Before the first event: tells the platform where to call, or that it is not to. */
  subscribe?(place: Place, mode: 'long' | 'webhook'): Promise<void>
  /** The platform's id of the message. */
  send(place: Place, to: Target, out: Outgoing, key: string, bytes?: Buffer): Promise<string>
  edit?(place: Place, to: Target, messageId: string, out: Outgoing): Promise<void>
  /** The id of the message that was sent with this key, if it arrived. */
  find?(place: Place, to: Target, key: string): Promise<string | undefined>
  typing?(place: Place, to: Target): Promise<void>
  download?(place: Place, file: IncomingFile): Promise<Buffer>
  /** Nothing, or nothing more, is said to this event. */
  silent?(place: Place, event: ChannelEvent): Promise<void>
  /** How many messages of one person are answered in a while; the others are kept unanswered. */
  perSender?(config: Record<string, string>): Rate
  /** A press was taken: takes the spinner off the button. */
  pressed?(place: Place, event: ChannelEvent): Promise<void>
}
