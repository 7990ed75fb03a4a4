import type { Contract } from '@orrery/contract'
import { type CallOptions, type Client, createClient, type RouteTable, type Send } from '@orrery/contract/client'
import { isAbort, NetworkError } from './network-error.ts'

export interface ApiDeps {
  routes: RouteTable
  fetch: (path: string, init: RequestInit) => Promise<Response>
  language: () => string
  onError: (error: unknown, toast: boolean) => void
  onUnreachable: () => void
}

export type Api = Client<Contract>
type Call = (input: never, options?: CallOptions) => Promise<unknown>

/** The typed client of the contract, with the headers and the error rules of the studio. */
export function createApi({ routes, fetch, language, onError, onUnreachable }: ApiDeps): Api {
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
        onError(error, options?.toast ?? false)
        throw error
      }
    }
  const client = createClient<Contract>(routes, send) as unknown as Record<string, Record<string, Call>>
  return mapValues(client, (calls) => mapValues(calls, guarded)) as unknown as Api
}

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
