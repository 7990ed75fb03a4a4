/** The filters of a list of turns, as in the calls. */
export interface LogFilter {
  status?: (1 | 2 | 3)[]
  scene?: ('debug' | 'online' | 'task')[]
  search_word?: string
  start_time?: number
  end_time?: number
  min_ms?: number
  feedback?: 1 | 2
  conversation_id?: string
}

/** The filters in the address: short values, and none for defaults. */
export interface LogAddress {
  range: Range
  status: 'any' | 'done' | 'failed' | 'stopped'
  scene: 'any' | 'debug' | 'online' | 'task'
  rating: 'any' | 'like' | 'dislike'
  word: string
  view: 'conversations' | 'turns'
  conversation: string
  trace: string
}

export const ranges = ['hour', 'day', 'week', 'month'] as const
export type Range = (typeof ranges)[number]
const hour = 3_600_000
export const rangeMillis: Record<Range, number> = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour }

const statuses = { done: 1, failed: 2, stopped: 3 } as const
const ratings = { like: 1, dislike: 2 } as const
const oneOf = <V extends string>(value: unknown, values: readonly V[], fallback: V): V =>
  values.find((item) => item === value) ?? fallback
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readLogAddress = (query: Record<string, unknown>): LogAddress => ({
  range: oneOf(query['range'], ranges, 'week'),
  status: oneOf(query['status'], ['any', 'done', 'failed', 'stopped'], 'any'),
  scene: oneOf(query['scene'], ['any', 'debug', 'online', 'task'], 'any'),
  rating: oneOf(query['rating'], ['any', 'like', 'dislike'], 'any'),
  word: text(query['word']),
  view: oneOf(query['view'], ['conversations', 'turns'], 'conversations'),
  conversation: text(query['conversation']),
  trace: text(query['trace']),
})

/** Omits default values. */
export function writeLogAddress(address: LogAddress): Partial<Record<keyof LogAddress, string>> {
  const first = readLogAddress({})
  return Object.fromEntries(
    Object.entries(address).map(([key, value]) => [
      key,
      value === first[key as keyof LogAddress] || value === '' ? undefined : value,
    ]),
  )
}

/** The start is rounded, so that opening the list again uses the same query. */
export function toFilter(address: LogAddress, now: number): LogFilter {
  const minute = 60_000
  return {
    ...(address.status !== 'any' && { status: [statuses[address.status]] }),
    ...(address.scene !== 'any' && { scene: [address.scene] }),
    ...(address.rating !== 'any' && { feedback: ratings[address.rating] }),
    ...(address.word && { search_word: address.word }),
    ...(address.conversation && { conversation_id: address.conversation }),
    start_time: Math.floor((now - rangeMillis[address.range]) / minute) * minute,
  }
}

export const isFiltered = ({ status, scene, rating, word }: LogAddress): boolean =>
  status !== 'any' || scene !== 'any' || rating !== 'any' || word !== ''
