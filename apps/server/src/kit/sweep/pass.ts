import { AppError } from '../errors.ts'

export type Fault = 'throttled' | 'passing' | 'final'

/** The fault of a failed call to a model or a service. Anything but an AppError is a bug and would happen again. */
export function faultOfCall(cause: unknown): Fault {
  if (!(cause instanceof AppError)) return 'final'
  if (cause.status === 429) return 'throttled'
  return cause.status >= 500 ? 'passing' : 'final'
}

/** One pass over many items. It does not know what the items are, nor where results are stored. */
export interface Pass<Item, Result> {
  /** How many items are processed concurrently. */
  window: number
  /** How many unwritten results may accumulate before the next item is started; unlimited if absent. */
  ahead?: number
  /** How often an item is retried after a temporary fault. */
  retries: number
  /** Up to `limit` items without a result that this pass has not returned before; empty when none are left. */
  next(limit: number): Promise<Item[]>
  work(item: Item, signal: AbortSignal): Promise<Result>
  /** The result to write for an item that failed permanently. */
  failed(item: Item, cause: unknown): Result
  /** `throttled`: the other side asks to slow down. `passing`: a retry may help. `final`: a retry would fail again. */
  faultOf(cause: unknown): Fault
  /** Writes results, checking the fencing number in the same statement; false when another process took over. */
  write(results: Result[]): Promise<boolean>
  isCancelled(): Promise<boolean>
  /** Whether other work should go first. Items in progress are finished; a later pass does the rest. */
  givesWay?(): Promise<boolean>
}
/** `lost`: another process continues the pass. `gave way`: it continues later. `stopped`: too many equal failures. */
export type Finished = { end: 'done' | 'cancelled' } | { end: 'stopped'; cause: unknown }
export type Outcome = Finished | { end: 'lost' } | { end: 'gave way' }

/** The interval at which results are written. If the process dies, items with unwritten results are processed again. */
export const WRITE_EVERY_MS = 200
/** After this number of consecutive items with the same final fault, the pass stops: the rest would fail as well. */
export const MAX_SAME_FAULTS = 20
/** After a slow-down, the window grows by one item per minute without throttling. */
export const QUIET_MS = 60_000
const FIRST_WAIT_MS = 500
export const waitBefore = (attempt: number): number => Math.min(30_000, FIRST_WAIT_MS * 2 ** attempt)
