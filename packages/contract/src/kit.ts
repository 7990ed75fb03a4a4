import { z } from 'zod'
import type { EnterpriseAction, PartKind, ResourceAction, SpaceAction } from '#shared/policy.ts'
import type { ResourceKind } from '#shared/resource-kinds.ts'

export type Schema = z.ZodType
/** The base type of all schemas, without their methods: comparing these would slow down the compiler. */
type AnySchema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/**
 * Who may call. `public`: anyone. `user`: signed-in users. `visitor`: signed-in users, and everyone else if the owner
 * has opened the marketplace to visitors. `instance`: the instance owner. An object: users whom the policy allows the
 * action `can` on the object whose id is at `id` in the input (a dotted path); `on: 'resource'` accepts any kind of
 * resource. With `open`, people outside the space may call too if the object is visible to everyone on the instance.
 */
export type Access =
  | 'public'
  | 'user'
  | 'visitor'
  | 'instance'
  | { on: 'space'; id: string; can: SpaceAction; optional?: boolean }
  | { on: 'enterprise'; id: string; can: EnterpriseAction; optional?: boolean }
  | {
      on: Exclude<ResourceKind, 'space'> | PartKind | 'resource'
      id: string
      can: ResourceAction
      optional?: boolean
      open?: true
    }

/**
 * `data`: `{ code, msg, data }`. `flat`: the fields beside `code` and `msg`. `stream`: server-sent events. `raw`: a
 * Response from the handler. `either`: server-sent events if the input requests them, otherwise `data` or a Response.
 * `socket`: the connection becomes a WebSocket with frames in both directions.
 */
export type Reply = 'data' | 'flat' | 'stream' | 'raw' | 'either' | 'socket'

/**
 * The types of a call's input and output, before and after parsing. An operation carries these plain types instead of
 * the types of its schemas, which cuts the work of the compiler to a third.
 */
export interface OpTypes {
  sent: unknown
  received: unknown
  returned: unknown
  answered: unknown
  reply: Reply
}

export interface Op<T extends OpTypes = OpTypes> {
  /** Only exists for the compiler; never set at run time. */
  readonly types?: T
  /** The first route is the canonical one; the others are aliases of the same call. */
  routes: readonly { method: Method; path: string }[]
  summary: string
  /** The summary in Chinese; every call has one (`registry.test.ts`). */
  summaryZh?: string
  access: Access
  /** The scope that a token needs. A call without a scope cannot be made with a token. */
  scope?: string
  input: Schema
  output: Schema
  reply: T['reply']
  /** The frames that the client of a socket may send. */
  frames?: Schema
  /**
   * How the body is sent; all other input comes from path and query. `raw`: the handler reads the body from the
   * request.
   */
  body: 'json' | 'form' | 'raw'
  /** The maximum size of the body in bytes, if the default is not enough. */
  bodyLimit?: number
  /** Input fields that are sent in headers: the name of the header by field. */
  headers?: Readonly<Record<string, string>>
  /** A GET that changes something: protected against cross-site requests like any other write. */
  writes?: boolean
  /** The Authorization header contains something other than a user's token; the handler reads it. */
  ownAuthorization?: boolean
  /** A sensitive action: people with two-step verification must have entered a code in the last minutes. */
  stepUp?: boolean
  /** Redirects people who are not signed in to the sign-in page, and back afterwards to the page that made the call. */
  leadsToSignIn?: boolean
  /** At most `max` calls in `seconds` from one address (or one user). */
  limit?: { by: 'address' | 'user'; max: number; seconds: number }
}
export type Ops = Record<string, Op>

interface Spec<I extends AnySchema, O extends AnySchema, R extends Reply> {
  summary: string
  summaryZh?: string
  access?: Access
  scope?: string
  /** An inline schema is passed as a function, so that it is built on first use (`deferred`). */
  input?: I | (() => I)
  output?: O | (() => O)
  reply?: R
  frames?: () => Schema
  body?: 'json' | 'form' | 'raw'
  bodyLimit?: number
  headers?: Op['headers']
  writes?: boolean
  ownAuthorization?: boolean
  stepUp?: boolean
  leadsToSignIn?: boolean
  limit?: Op['limit']
}

const nothing = z.object({})

/** Building all schemas takes longer than the rest of the startup, and no process needs all of them. */
function deferred(schema: Schema | (() => Schema) = nothing): () => Schema {
  if (typeof schema !== 'function') return () => schema
  let built: Schema | undefined
  return () => (built ??= schema())
}

/** The one definition of a call: validation, client, OpenAPI, permission check and coverage are all derived from it. */
export function op<
  I extends AnySchema = z.ZodObject<Record<never, never>>,
  O extends AnySchema = z.ZodObject<Record<never, never>>,
  R extends Reply = 'data',
>(
  route: Route | readonly [Route, ...Route[]],
  spec: Spec<I, O, R>,
): Op<{ sent: z.input<I>; received: z.output<I>; returned: z.input<O>; answered: z.output<O>; reply: R }> {
  const routes = (typeof route === 'string' ? [route] : route).map((text) => {
    const [method, path] = text.split(' ') as [Method, string]
    return { method, path }
  })
  const input = deferred(spec.input as Schema | (() => Schema) | undefined)
  const output = deferred(spec.output as Schema | (() => Schema) | undefined)
  const frames = deferred(spec.frames)
  return {
    access: 'user',
    body: 'json',
    reply: 'data' as R,
    ...spec,
    routes,
    get input() {
      return input()
    },
    get output() {
      return output()
    },
    get frames() {
      return frames()
    },
  }
}

type TypesOf<T extends Op> = NonNullable<T['types']>
/** What the client sends, what the handler receives, what the handler returns, and what the client reads. */
export type Sent<T extends Op> = TypesOf<T>['sent']
export type Input<T extends Op> = TypesOf<T>['received']
export type Output<T extends Op> = TypesOf<T>['returned']
export type Answer<T extends Op> = TypesOf<T>['answered']
