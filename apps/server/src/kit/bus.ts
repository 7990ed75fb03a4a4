import pg from 'pg'
import type { Log } from './log.ts'

/** Notifies every process of the instance of a change, so that caches drop the entry. */
export interface Bus {
  /** Reaches this process immediately and the others through the database. */
  publish(topic: string, payload: string): Promise<void>
  subscribe(topic: string, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'orrery'

export async function openBus(url: string, pool: pg.Pool, log: Log): Promise<Bus> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const self = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let client: pg.Client
  let closed = false

  const deliver = (topic: string, payload: string) => listeners.get(topic)?.forEach((listener) => listener(payload))
  async function connect() {
    const next = new pg.Client({ connectionString: url })
    next.on('error', () => {})
    next.on('notification', (message) => {
      const { from, topic, payload } = JSON.parse(message.payload ?? '{}') as Record<string, string>
      if (from !== self && topic) deliver(topic, payload ?? '')
    })
    try {
      await next.connect()
      await next.query(`LISTEN ${CHANNEL}`)
    } catch (cause) {
      await next.end().catch(() => {})
      throw cause
    }
    if (closed) return next.end()
    client = next
    // Replace only a connection that worked: `reconnect` retries failed attempts itself.
    next.on('end', () => !closed && setTimeout(reconnect, 500))
  }
  async function reconnect() {
    if (closed) return
    try {
      await connect()
      // Messages were missed, so every cache is cleared.
      listeners.forEach((_, topic) => deliver(topic, '*'))
    } catch (cause) {
      log.warn({ cause: String(cause) }, 'the notification connection is down')
      setTimeout(reconnect, 1000)
    }
  }

  await connect()
  return {
    async publish(topic, payload) {
      deliver(topic, payload)
      await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: self, topic, payload })])
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
    async close() {
      closed = true
      await client.end().catch(() => {})
    },
  }
}
