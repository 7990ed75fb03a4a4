import { createAnswer, type EgressResponse } from '#kit/egress/answer.ts'
import type { EgressInit } from '#kit/egress/egress-init.ts'
import { egressErrors } from '#kit/egress/egress-errors.ts'
import type { Clock } from '#kit/clock.ts'
import type { Place } from '../adapter.ts'
import type { Simulator } from './simulator.ts'
import { labNotes, labSocket, labStream } from './lab-wires.ts'
import { LAB_ORIGIN } from './simulators.ts'

export interface Seen {
  method: string
  path: string
  body: string
}
const SECRET = 'lab-secret-of-this-try'
const SHOWN_CHARS = 4000

/** An account whose platform is a simulator in this process, so that no request leaves the server. */
export function labPlace(simulator: Simulator, clock: Clock): { place: Place; seen: Seen[] } {
  const seen: Seen[] = []
  if ('secret' in simulator) (simulator as { secret: string }).secret = SECRET
  async function fetch(address: string, init: EgressInit = {}): Promise<EgressResponse> {
    const url = new URL(address)
    const method = init.method ?? 'GET'
    const body = Buffer.from((init.body ?? '') as string | Buffer)
    const headers = Object.fromEntries(
      Object.entries((init.headers ?? {}) as Record<string, string>).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    )
    if (method !== 'GET')
      seen.push({
        method,
        path: url.pathname.replace(/\/bot[^/]+\//, '/bot…/'),
        body: body.toString().slice(0, SHOWN_CHARS),
      })
    const answer = await simulator.handle({ method, path: url.pathname, query: url.searchParams, headers, body })
    if (answer.status === 0) throw egressErrors.unreachable({ host: url.host })
    const head = {
      status: answer.status,
      statusText: '',
      url: address,
      redirected: false,
      headers: new Headers(answer.headers),
    }
    return createAnswer(head, Buffer.from(answer.body))
  }
  const place: Place = {
    accountId: '0',
    config: { ...simulator.config, api_base: LAB_ORIGIN, url: `${LAB_ORIGIN}/hook` },
    profile: {},
    hookUrl: `${LAB_ORIGIN}/in`,
    hookSecret: SECRET,
    fetch,
    socket: async (address) => labSocket(simulator, address),
    stream: async ({ host }) => labStream(simulator, host, seen),
    greeting: async () => '',
    notes: labNotes(),
    clock,
    memo: new Map(),
  }
  return { place, seen }
}
