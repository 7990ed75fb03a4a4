import type { LogEntry, LogSink } from './log.ts'

export interface Report extends LogEntry {
  url: string
}

export interface TransportDeps {
  send: (report: Report) => Promise<unknown>
  url: () => string
  /** Entries wait this long for equal ones. */
  wait?: number
  /** At most this many entries leave the page per minute, however many errors occur. */
  maxPerMinute?: number
}

const longest = { name: 200, message: 4000, stack: 16_000, url: 2000 }
const minute = 60_000

/**
 * Sends entries to the server: equal ones as one with a count, in batches, a bounded number per minute. It never throws
 * and does not report failed reports, which would cause an endless loop.
 */
export function createLogTransport(deps: TransportDeps): { sink: LogSink; flush: () => void } {
  const { send, url, wait = 2_000, maxPerMinute = 20 } = deps
  const waiting = new Map<string, { report: Report; count: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent: number[] = []

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...waiting.values()]
    waiting.clear()
    const now = Date.now()
    sent = sent.filter((at) => now - at < minute)
    for (const { report, count } of batch.slice(0, maxPerMinute - sent.length)) {
      sent.push(now)
      const extra = count > 1 ? { ...report.extra, count } : report.extra
      quietly(() => send({ ...report, extra }))
    }
  }

  const sink: LogSink = (entry) => {
    const report = cut(entry, url())
    const key = JSON.stringify([report.name, report.level, report.message, report.stack])
    const known = waiting.get(key)
    if (known) known.count += 1
    else if (waiting.size < maxPerMinute) waiting.set(key, { report, count: 1 })
    timer ??= setTimeout(flush, wait)
  }
  return { sink, flush }
}

function cut(entry: LogEntry, url: string): Report {
  return {
    ...entry,
    name: entry.name.slice(0, longest.name),
    message: entry.message.slice(0, longest.message),
    stack: entry.stack?.slice(0, longest.stack),
    url: url.slice(0, longest.url),
  }
}

function quietly(act: () => Promise<unknown>): void {
  try {
    act().catch(() => {})
  } catch {
    // The request could not even be created.
  }
}
