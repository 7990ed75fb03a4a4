import type { Contract } from '@orrery/contract'
import { type CallOptions, type Client, createClient, type RouteTable, type Send } from '@orrery/contract/client'
import { isAbort, NetworkError } from './network-error.ts'

export interface ApiDeps {
  /** Calls that are made before the studio is loaded. */
  routes: RouteTable
  /** All others. The frame of the studio preloads them; elsewhere the first of these calls loads them. */
  moreRoutes: () => Promise<RouteTable>
  fetch: (path: string, init: RequestInit) => Promise<Response>
  language: () => string
  onError: (error: unknown, toast: boolean) => void
  onUnreachable: () => void
  /** A call needs a step-up first: resolves to whether the person confirmed their identity. */
  onStepUp: () => Promise<boolean>
  isStepUp: (error: unknown) => boolean
}

export type Api = Client<Contract>
type Call = (input: never, options?: CallOptions) => Promise<unknown>
type Calls = Record<string, Record<string, Call>>

/** The typed client of the contract, with the headers and the error rules of the studio. */
export function createApi(deps: ApiDeps): Api {
  const { routes, moreRoutes, fetch, language, onError, onUnreachable } = deps
  const send: Send = async (path, init) => {
    const headers = { ...(init.headers as Record<string, string>), 'agw-js-conv': 'str', 'accept-language': language() }
    try {
      return await fetch(path, { ...init, headers, credentials: 'same-origin' })
    } catch (cause) {
      if (isAbort(cause)) throw cause
      onUnreachable()
      throw new NetworkError(cause)
    }
  }
  const guarded =
    (call: Call): Call =>
    async (input, options) => {
      try {
        return await call(input, options)
      } catch (error) {
        if (deps.isStepUp(error) && (await deps.onStepUp())) return guarded(call)(input, options)
        onError(error, options?.toast ?? false)
        throw error
      }
    }
  const clientOf = (table: RouteTable) => createClient<Contract>(table, send) as unknown as Calls
  const first = clientOf(routes)
  let loading: Promise<Calls> | undefined
  const loadMore = async (): Promise<Calls> => {
    try {
      return await (loading ??= moreRoutes().then(clientOf))
    } catch (cause) {
      loading = undefined
      onUnreachable()
      throw new NetworkError(cause)
    }
  }
  const callOf = (domain: string, name: string): Call =>
    guarded(first[domain]?.[name] ?? (async (input, options) => (await loadMore())[domain]![name]!(input, options)))
  return createOnDemand((domain) => createOnDemand((name) => callOf(domain, name))) as unknown as Api
}

/** An object that creates its properties when they are first read. */
const createOnDemand = <T>(make: (name: string) => T): Record<string, T> =>
  new Proxy<Record<string, T>>({}, { get: (created, name) => (created[String(name)] ??= make(String(name))) })
