import type { Socket } from 'node:net'
import type { CardFormat } from '@orrery/engine/card'
import type { Clock } from '#kit/clock.ts'
import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { EgressSocket } from '#kit/egress/socket.ts'
import type { StreamInit } from '#kit/egress/stream.ts'
import type { Locale } from '#kit/errors.ts'
import type { NoteKey } from './event-notes.ts'

/** A text in both languages, since the readers of an account may use either. */
export interface Words {
  en: string
  zh: string
}
export interface IncomingFile {
  kind: 'image' | 'file' | 'audio'
  /** The adapter's reference to the file, which is downloaded when the message is answered. */
  ref: string
  name: string
  size?: number
}
/** Something that happened on the platform, in terms that all platforms share. Stored as it is. */
export interface ChannelEvent {
  /** The id from the platform, which is the same when the event is delivered again. */
  id: string
  kind: 'message' | 'action' | 'join'
  chat: { id: string; thread?: string; kind: 'direct' | 'group' | 'mail' }
  sender: { id: string; name: string; locale?: Locale }
  /** The order of the message, if the platform numbers its messages. */
  position?: number
  text: string
  /** In a group: the bot was mentioned or replied to. */
  isToBot: boolean
  /** The id of the button that was pressed. */
  action?: string
  files: IncomingFile[]
  /** Why the event is stored but not answered, if the adapter knows: an automatic reply, a bounce. */
  ignore?: NoteKey
  /** What the platform needs with the answer: a reply token, the id of the message, an address that expires. */
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
  /** A link to the file, valid for a week, for platforms that accept no bytes. */
  url: string
}
/** One message to the platform. */
export interface Outgoing {
  /** Markdown; the adapter converts it to the format of the platform. */
  text: string
  choices: Choice[]
  file?: OutgoingFile
  /** A card in the platform's own format. `text` has the same content for clients that cannot show the card. */
  card?: Record<string, unknown>
  /** An edit with more text will follow. */
  isOpen?: true
  /** The beginning may have been sent already with the same key: the existing message has to get this text. */
  wasOpen?: true
  /** The last message of the answer. */
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
  /** Identifies the account on the platform, so that it serves only one bot. */
  identity?: string
}

/** A request that has not been parsed or verified yet. */
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
/** `forged`: not from the platform. The sender gets no reason. */
export type Received = 'forged' | { events: ChannelEvent[]; answer?: RawAnswer }

/** What an adapter works with: one account, guarded network access, and the clock. */
export interface Place {
  accountId: string
  config: Record<string, string>
  profile: Profile
  /** The address that the platform calls. */
  hookUrl: string
  /** A secret of this account only. Platforms that cannot sign send it to prove their identity. */
  hookSecret: string
  fetch(url: string, init?: EgressInit): Promise<EgressResponse>
  socket(url: string, headers?: Record<string, string>): Promise<EgressSocket>
  /** A plain TCP connection, for mail. */
  stream(init: StreamInit): Promise<Socket>
  /**
   * The opening of the bot, for platforms that accept it only in the response to their call. Empty if the bot is not
   * published.
   */
  greeting(locale: Locale): Promise<string>
  /** Durable values of this account, shared by all processes until they expire. */
  notes: Notes
  clock: Clock
  /** Values that can be fetched again, such as tokens. Kept in memory by account. */
  memo: Map<string, { value: string; until: number }>
}
/** A durable key-value store of one account. */
export interface Notes {
  get(key: string): Promise<Record<string, unknown> | undefined>
  /** Merges the value into the stored one. */
  put(key: string, value: Record<string, unknown>, keepMs: number): Promise<void>
}
/**
 * Receives what a long connection delivers. An event may be acknowledged once the promise resolves, since it is stored
 * then.
 */
export interface Sink {
  take(events: ChannelEvent[]): Promise<void>
  /** The position up to which events have been read, for the next connection. */
  cursor(value: string): Promise<void>
  /** The connection is established. */
  live(profile?: Profile): void
}

export interface Rate {
  count: number
  seconds: number
}
interface Abilities {
  /** Maximum number of characters of one message. */
  maxText: number
  /** The format of its cards, if it has any. */
  cards?: CardFormat
  /** Maximum number of buttons below one message. 0: choices are listed as numbered lines. */
  maxChoices: number
  /** Sends are idempotent by key: the platform shows a repeated send once. */
  takesKey: boolean
  /** How long the platform remembers a key; without a value, for ever. */
  keyMs?: number
  /** Minimum interval in milliseconds between edits of a message; without a value, messages are not streamed. */
  editMs?: number
  /** How long the typing indicator is shown, in milliseconds. */
  typingMs?: number
  rates: { account?: Rate; chat?: Rate; group?: Rate }
}

export interface SetupField {
  name: string
  label: Words
  hint?: Words
  isSecret?: boolean
  isOptional?: boolean
  /** Secrets are sent to this address: when it changes, they have to be entered again. */
  isAddress?: true
  /** Only for one mode of connecting. */
  mode?: 'long' | 'webhook'
  choices?: { value: string; label: Words }[]
  pattern?: { source: string; words: Words }
}
interface SetupStep {
  text: Words
  url?: string
  /** The value that the person copies and enters there. */
  copies?: 'hookUrl' | 'hookSecret'
  mode?: 'long' | 'webhook'
}
/** Describes the set-up drawer. */
export interface Setup {
  modes: ('long' | 'webhook')[]
  /** The caller may run on this machine, so no public address is needed. */
  isLocalFine?: boolean
  steps: SetupStep[]
  fields: SetupField[]
}
export interface Check {
  profile: Profile
  /** What still has to be done on the platform's side; empty if everything is ready. */
  missing: Words[]
}

export interface Adapter {
  connectorId: string
  setup: Setup
  can: Abilities
  /** Verifies and parses a request of the platform. The signature covers the raw bytes. */
  receive?(request: RawRequest, place: Place): Received | Promise<Received>
  /** Holds the connection until it breaks or `signal` aborts. */
  connect?(place: Place, cursor: string, sink: Sink, signal: AbortSignal): Promise<void>
  /** Messages are sent over that connection, so only the process that holds it can send. */
  sendsByConnection?: true
  /** Calls the platform: returns the profile of the account and what is missing. */
  check(place: Place, mode: 'long' | 'webhook'): Promise<Check>
  /** Registers the address to call with the platform before the first event, or removes it. */
  subscribe?(place: Place, mode: 'long' | 'webhook'): Promise<void>
  /** Returns the platform's id of the message. */
  send(place: Place, to: Target, out: Outgoing, key: string, bytes?: Buffer): Promise<string>
  edit?(place: Place, to: Target, messageId: string, out: Outgoing): Promise<void>
  /** The id of the message that was sent with this key, if it arrived. */
  find?(place: Place, to: Target, key: string): Promise<string | undefined>
  typing?(place: Place, to: Target): Promise<void>
  download?(place: Place, file: IncomingFile): Promise<Buffer>
  /** Called when an event gets no answer, or no further answer. */
  silent?(place: Place, event: ChannelEvent): Promise<void>
  /** How many messages of one person are answered in a period; further messages are stored but not answered. */
  perSender?(config: Record<string, string>): Rate
  /** Confirms a press, which removes the spinner from the button. */
  pressed?(place: Place, event: ChannelEvent): Promise<void>
}
