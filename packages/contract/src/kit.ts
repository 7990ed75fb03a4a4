import { z } from 'zod'
import type { EnterpriseAction, PartKind, ResourceAction, SpaceAction } from '#shared/policy.ts'
import type { ResourceKind } from '#shared/resource-kinds.ts'

export type Schema = z.ZodType
/** Any schema, without its methods: the compiler would compare all of them wherever one is given. */
type AnySchema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/**
 * Who may call. `public`: anyone. `user`: signed-in users. `visitor`: these too, and anyone else once the owner has opened the
 * marketplace to visitors. `instance`: the instance owner. An object: users whom the
 * policy allows `can` on the thing with the id at `id` in the input (a dotted path); `on: 'resource'` accepts any kind
 * of resource. With `open` those who are no members may call too, where the thing is open to everyone on the instance.
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
 * `data`: `{ code, msg, data }`. `flat`: the fields beside `code` and `msg`. `stream`: server-sent events. `raw`: the handler's own Response.
 * `either`: server-sent events when the input asks for them, `data` or a Response otherwise. `socket`: the connection becomes a
 * WebSocket, whose frames go both ways.
 */
export type Reply = 'data' | 'flat' | 'stream' | 'raw' | 'either' | 'socket'

/**
 * What goes in and comes out of a call, before and after its schemas. An operation carries these plain types instead of the
 * types of its schemas: the compiler then has a third of the work.
 */
export interface OpTypes {
  sent: unknown
  received: unknown
  returned: unknown
  answered: unknown
  reply: Reply
}

export interface Op<T extends OpTypes = OpTypes> {
  /** Exists for the compiler only. */
  readonly types?: T
  /** The first route is the canonical one; the others are aliases of the same call. */
  routes: readonly { method: Method; path: string }[]
  summary: string
  /** The same for readers of Chinese; every call has it (`registry.test.ts`). */
  summaryZh?: string
  access: Access
  /** The scope a token needs. A call without a scope cannot be made with a token. */
  scope?: string
  input: Schema
  output: Schema
  reply: T['reply']
  /** What the client of a socket may send, frame by frame. */
  frames?: Schema
  /** How the body is sent; other input comes from path and query. `raw`: the handler reads it from the request. */
  body: 'json' | 'form' | 'raw'
  /** The largest body accepted, in bytes, when the default is not enough. */
  bodyLimit?: number
  /** Fields of the input that come in headers, by the names of these. */
  headers?: Readonly<Record<string, string>>
  /** A GET that changes something: guarded against foreign sites like any other write. */
  writes?: boolean
  /** The Authorization header carries something else than a token of a user: the handler reads it. */
  ownAuthorization?: boolean
  /** A dangerous action: people with two-step verification must have entered a code in the last minutes. */
  stepUp?: boolean
  /** A person who is not signed in is led to the sign-in page, and back to the page that the call came from. */
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
  /** A schema that is written here comes in a function: it is built when it is first needed (`deferred`). */
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

/** Building all schemas takes longer than everything else at the start, and no process needs all of them. */
function deferred(schema: Schema | (() => Schema) = nothing): () => Schema {
  if (typeof schema !== 'function') return () => schema
  let built: Schema | undefined
  return () => (built ??= schema())
}

/** The one definition of a call: validation, client, OpenAPI, permission check and coverage all come from it. */
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
/** What the client sends, what the handler receives, what it returns, and what the client reads. */
export type Sent<T extends Op> = TypesOf<T>['sent']
export type Input<T extends Op> = TypesOf<T>['received']
export type Output<T extends Op> = TypesOf<T>['returned']
export type Answer<T extends Op> = TypesOf<T>['answered']
