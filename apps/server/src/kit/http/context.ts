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
  /** The address of the caller; absent for work outside of a call. */
  address?: string
}
interface TokenGrant {
  id: string
  scopes: 'all' | ReadonlySet<string>
  spaces: 'all' | ReadonlySet<string>
  /** The enterprise in which it was created. */
  enterprise?: string
  /** For a token created in an enterprise: it may also reach its owner's own spaces. */
  reachesOwn?: boolean
  /** For a private token: spaces that later moved into an enterprise and which it may still reach. */
  carried?: ReadonlySet<string>
  /** If set, the only bots it may talk to. */
  bots?: ReadonlySet<string>
  /** For a visitor of a mini program: on whose behalf the token acts, and on which channel. */
  visitor?: { endUser: string; connectorId: string }
  /** For a service identity: resources shared with it are within reach in addition to its spaces. */
  isService?: boolean
  /** The app that acts on behalf of the token's user. */
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
  /** Aborted when the client disconnects or its session is revoked. */
  signal: AbortSignal
  request: Request
  header(name: string): string | undefined
  /** The raw body, for calls that accept any. More than `max` bytes are refused. */
  bytes(max: number): Promise<Buffer>
  /** The raw body in the chunks in which it arrived: joining a long body would need its memory twice. */
  parts(max: number): Promise<Buffer[]>
  /** The resource that the access rule was checked on. */
  located?: Located
  access: Access
  setHeader(name: string, value: string): void
}

/** Longer answers are sent in the pieces they consist of: joining them would block all other requests. */
const LONG = 262_144

/**
 * An answer that is already JSON: for content that is read far more often than it changes, or is too long to write at
 * once.
 */
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

/** A plain-text answer for programs: cheaper than building a Response and taking it apart again. */
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
/** One function per operation; tsc fails while one is missing. */
export type Handlers<C extends Ops> = {
  [K in keyof C]: (input: Input<C[K]>, ctx: Ctx) => Result<C[K]> | Promise<Result<C[K]>>
}
