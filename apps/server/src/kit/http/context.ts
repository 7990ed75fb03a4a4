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
}
interface TokenGrant {
  id: string
  scopes: 'all' | ReadonlySet<string>
  spaces: 'all' | ReadonlySet<string>
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
  /** The thing the access rule was about. */
  located?: Located
  access: Access
  setHeader(name: string, value: string): void
}

type Result<T extends Op> = T['reply'] extends 'data' | 'flat'
  ? Output<T>
  : T['reply'] extends 'stream'
    ? StreamReply
    : T['reply'] extends 'either'
      ? StreamReply | Response | Output<T>
      : T['reply'] extends 'socket'
        ? SocketReply
        : Response
/** One function an operation; tsc fails while one is missing. */
export type Handlers<C extends Ops> = {
  [K in keyof C]: (input: Input<C[K]>, ctx: Ctx) => Result<C[K]> | Promise<Result<C[K]>>
}
