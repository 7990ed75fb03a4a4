import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { badInput } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createDrain } from '#kit/work/drain.ts'
import type { OutboundRow } from '../span.table.ts'
import type { ResourceSpans } from './otlp-form.ts'
import { toProtobuf } from './otlp-protobuf.ts'
import type { OutboundRepo } from './outbound.repo.ts'
import { type Outward, SPANS_AT_ONCE } from './outbox.ts'

const packed = promisify(gzip)
const BYTES_AT_ONCE = 4 * 1024 * 1024
const TRIES = 5
const TIMEOUT_MS = 15_000
const REMEMBERED_MS = 5000
const WAKE_MS = 1000
/** Backoff before each retry. */
const waits = [5000, 30_000, 120_000, 600_000]
const ownHeaders = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'connection',
])

export interface OutboundDeps {
  repo: OutboundRepo
  egress: Pick<Egress, 'fetch' | 'checkUrl'>
  secrets: Secrets
  jobs: Jobs
  clock: Clock
  log: Log
}
export interface OutboundInput {
  url: string
  headers: { name: string; value: string }[]
  protocol: 'json' | 'protobuf'
  share: number
  hasContent: boolean
  isOn: boolean
}
type Target = Pick<OutboundRow, 'url' | 'protocol'> & { headers: Record<string, string> }

/** Sends the spans of a space to another system. Pending spans are stored in an outbox and deleted once accepted. */
export function createOutboundService({ repo, egress, secrets, jobs, clock, log }: OutboundDeps) {
  const known = new Map<string, { outward: Outward | undefined; until: number }>()
  const headersOf = (row: OutboundRow | undefined): Record<string, string> =>
    row?.headers ? (JSON.parse(secrets.open(row.headers)) as Record<string, string>) : {}

  /** The outbound settings of a space; undefined if nothing is sent. */
  async function outwardOf(spaceId: string): Promise<Outward | undefined> {
    const now = Date.now()
    const remembered = known.get(spaceId)
    if (remembered && remembered.until > now) return remembered.outward
    const row = await repo.find(spaceId)
    const outward = row?.isOn && row.share > 0 ? { share: row.share, hasContent: row.hasContent } : undefined
    if (known.size > 10_000) known.clear()
    known.set(spaceId, { outward, until: now + REMEMBERED_MS })
    return outward
  }
  /** The target for new settings. An empty header value keeps the stored one, but only for the same origin. */
  async function targetOf(spaceId: string, input: OutboundInput): Promise<Target> {
    const url = egress.checkUrl(input.url)
    const old = await repo.find(spaceId)
    const stored = old && new URL(old.url).origin === url.origin ? headersOf(old) : {}
    const headers: Record<string, string> = {}
    input.headers.forEach(({ name, value }, at) => {
      const key = name.toLowerCase()
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(key) || ownHeaders.has(key))
        throw badInput(`headers[${at}].name`, `${name} cannot be set. Remove it`, `不可设置 ${name}，请移除`)
      const kept = value || stored[key]
      if (!kept || /[\r\n\0]/.test(kept))
        throw badInput(`headers[${at}].value`, 'enter a value in one line', '请输入一行内容')
      headers[key] = kept
    })
    return { url: url.href, protocol: input.protocol, headers }
  }
  /** Sends a request; returns an empty text on success, otherwise the problem. */
  async function post({ url, protocol, headers }: Target, list: ResourceSpans[]): Promise<string> {
    const isJson = protocol === 'json'
    const body = isJson ? Buffer.from(JSON.stringify({ resourceSpans: list })) : toProtobuf(list)
    try {
      const answer = await egress.fetch(url, {
        method: 'POST',
        redirect: 'manual',
        timeoutMs: TIMEOUT_MS,
        maxBytes: 64 * 1024,
        secretHeaders: Object.keys(headers),
        headers: {
          ...headers,
          'content-type': isJson ? 'application/json' : 'application/x-protobuf',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(await packed(body)),
      })
      answer.body.resume()
      return answer.ok ? '' : `HTTP ${answer.status}`
    } catch (cause) {
      return cause instanceof Error ? cause.message : 'it could not be reached'
    }
  }
  async function work(row: OutboundRow): Promise<void> {
    const target = { url: row.url, protocol: row.protocol, headers: headersOf(row) }
    for (;;) {
      const waiting = await repo.waiting(row.spaceId)
      const batch = firstOf(waiting)
      if (!batch.length) return void (await repo.release(row.spaceId, { problem: '', nextAt: 0 }))
      const ids = batch.map(({ id }) => id)
      const problem = await post(
        target,
        batch.flatMap(({ body }) => JSON.parse(body) as ResourceSpans[]),
      )
      if (problem) {
        const attempts = Math.max(...batch.map((one) => one.attempts)) + 1
        log.warn({ spaceId: row.spaceId, problem, attempts }, 'spans were not taken by another system')
        if (attempts >= TRIES) await repo.dropped(row.spaceId, ids)
        else await repo.tried(ids)
        const nextAt = clock.now() + (waits[attempts - 1] ?? waits.at(-1)!)
        return void (await repo.release(row.spaceId, { problem: problem.slice(0, 500), nextAt }))
      }
      await repo.sent(row.spaceId, ids)
      await repo.renew(row.spaceId)
    }
  }
  const drain = createDrain<OutboundRow>({
    name: 'span-outbound',
    jobs,
    log,
    cron: '* * * * *',
    claim: repo.claim,
    work,
  })
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  return {
    outwardOf,
    find: repo.find,
    backlog: repo.backlog,
    /** Schedules this process to send what waits. The periodic job sends what a dead process left. */
    filled(): void {
      if (!isStarted) return
      timer ??= setTimeout(() => {
        timer = undefined
        void drain.drain().catch((cause: unknown) => log.warn({ err: cause }, 'spans wait for the clock to be sent'))
      }, WAKE_MS).unref()
    },
    async save(spaceId: string, userId: string, input: OutboundInput): Promise<void> {
      const { headers, url, protocol } = await targetOf(spaceId, input)
      const names = Object.keys(headers)
      await repo.save({
        spaceId,
        url,
        protocol,
        headers: names.length ? secrets.seal(JSON.stringify(headers)) : '',
        headerNames: names,
        share: input.share,
        hasContent: input.hasContent,
        isOn: input.isOn,
        problem: '',
        nextAt: 0,
        editedBy: userId,
        updatedAt: clock.now(),
      })
      known.delete(spaceId)
    },
    async remove(spaceId: string): Promise<void> {
      await repo.remove(spaceId)
      known.delete(spaceId)
    },
    test: async (spaceId: string, input: OutboundInput) => post(await targetOf(spaceId, input), []),
    deliver: drain.drain,
    async start() {
      isStarted = true
      await drain.start()
    },
    stop(): void {
      isStarted = false
      clearTimeout(timer)
    },
  }
}

/** The oldest rows that fit into one request. */
function firstOf<T extends { spans: number; bytes: number }>(waiting: readonly T[]): T[] {
  let [spans, bytes] = [0, 0]
  const end = waiting.findIndex((one) => {
    spans += one.spans
    bytes += one.bytes
    return spans > SPANS_AT_ONCE || bytes > BYTES_AT_ONCE
  })
  return waiting.slice(0, end === -1 ? waiting.length : Math.max(1, end))
}
export type OutboundService = ReturnType<typeof createOutboundService>
