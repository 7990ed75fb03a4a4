import type { Input, Op, Ops, Output } from '@orrery/contract'
import type { Access, Located } from '../access.ts'
import type { Locale } from '../errors.ts'
import type { Log } from '../log.ts'
import type { StreamReply } from '../sse.ts'
import type { SocketReply } from '../ws/frame-socket.ts'

/** The caller: a user in a browser (session) or a program (token). */
export interface Actor {
  userId: string
  isInstanceOwner: boolean
  sessionId?: string
  token?: TokenGrant
  /** When the session began. */
  startedAt?: number
  /** Where the call came from; absent for work outside of a call. */
  address?: string
}
interface TokenGrant {
  id: string
  scopes: 'all' | ReadonlySet<string>
  spaces: 'all' | ReadonlySet<string>
  /** The enterprise that it was made in. */
  enterprise?: string
  /** Made in an enterprise, and allowed to reach its owner's own spaces too. */
  reachesOwn?: boolean
  /** Made privately, and kept when these spaces moved into an enterprise. */
  carried?: ReadonlySet<string>
  /** The only bots that it may talk with. */
  bots?: ReadonlySet<string>
  /** Of a visitor of a mini program: whom the token speaks for, and on which channel. */
  visitor?: { endUser: string; connectorId: string }
  /** Of a service identity: what is shared with it counts beside the spaces it was given. */
  isService?: boolean
  /** The app that acts for the user of this token. */
  appId?: string
}

export interface Ctx {
  actor?: Actor
  /** Empty for an anonymous caller of a public operation. */
  userId: string
  locale: Locale
  logId: string
  address: string
  log: Log
  /** Ends when the client goes away or its session is revoked. */
  signal: AbortSignal
  request: Request
  header(name: string): string | undefined
  /** The body as it came, for calls that take any. More than `max` bytes are refused. */
  bytes(max: number): Promise<Buffer>
  /** The same in the pieces in which it came: putting together a long body costs its memory once more. */
  parts(max: number): Promise<Buffer[]>
  /** The thing the access rule was about. */
  located?: Located
  access: Access
  setHeader(name: string, value: string): void
}

/** Longer answers go out in the pieces that they were made in: to put them together would hold up everyone else. */
const LONG = 262_144

/** An answer that is JSON already: for what is read far more often than it changes, or is too long to be written at once. */
export class ReadyJson {
  readonly parts: readonly string[]
  constructor(...parts: string[]) {
    this.parts = parts
  }
  get text(): string {
    return this.parts.join('')
  }
  get isLong(): boolean {
    return this.parts.reduce((sum, part) => sum + part.length, 0) > LONG
  }
}

/** An answer in words that no page reads: a response need not be built only to be taken apart. */
export class ReadyText {
  readonly text: string
  readonly status: number
  readonly type: string
  constructor(text: string, status: number, type: string) {
    this.text = text
    this.status = status
    this.type = type
  }
}

type Result<T extends Op> = T['reply'] extends 'data'
  ? Output<T> | ReadyJson
  : T['reply'] extends 'flat'
    ? Output<T>
    : T['reply'] extends 'stream'
      ? StreamReply
      : T['reply'] extends 'either'
        ? StreamReply | Response | Output<T>
        : T['reply'] extends 'socket'
          ? SocketReply
          : Response | ReadyText
/** One function an operation; tsc fails while one is missing. */
export type Handlers<C extends Ops> = {
  [K in keyof C]: (input: Input<C[K]>, ctx: Ctx) => Result<C[K]> | Promise<Result<C[K]>>
}
