import { AppError } from '../errors.ts'

export type Fault = 'throttled' | 'passing' | 'final'

/** Of a call to a model or a service. What is no refusal is a mistake of ours, and would happen again. */
export function faultOfCall(cause: unknown): Fault {
  if (!(cause instanceof AppError)) return 'final'
  if (cause.status === 429) return 'throttled'
  return cause.status >= 500 ? 'passing' : 'final'
}

/** One pass over many items. It knows neither what the items are nor where results are kept. */
export interface Pass<Item, Result> {
  /** How many items are worked on at a time. */
  window: number
  /** Results that may wait to be written before the next item is begun; left out, any number. */
  ahead?: number
  /** How often an item is tried again after a fault that may pass. */
  retries: number
  /** Up to `limit` items that have no result yet and were not handed out in this pass; none when all are. */
  next(limit: number): Promise<Item[]>
  work(item: Item, signal: AbortSignal): Promise<Result>
  /** What is written for an item that failed for good. */
  failed(item: Item, cause: unknown): Result
  /** `throttled`: the other side asks for patience. `passing`: another try may help. Otherwise what fails would fail again: `final`. */
  faultOf(cause: unknown): Fault
  /** Writes results, checking the fencing number in the same statement: false when another process has taken over. */
  write(results: Result[]): Promise<boolean>
  isCancelled(): Promise<boolean>
  /** Whether others are to go first. What is under way is finished; a later pass does the rest. */
  givesWay?(): Promise<boolean>
}
/** How a pass ended. `lost`: another process goes on with it. `gave way`: it is to go on later. `stopped`: every item failed in the same way. */
export type Finished = { end: 'done' | 'cancelled' } | { end: 'stopped'; cause: unknown }
export type Outcome = Finished | { end: 'lost' } | { end: 'gave way' }

/** Results that wait this long at most are lost with their process, and their items are worked on again. */
export const WRITE_EVERY_MS = 200
/** After so many items in a row with the same final fault, the rest would fail as well. */
export const SAME_FAULTS = 20
/** A pass that was slowed down takes one more item at a time after each quiet minute. */
export const QUIET_MS = 60_000
const FIRST_WAIT_MS = 500
export const waitBefore = (attempt: number): number => Math.min(30_000, FIRST_WAIT_MS * 2 ** attempt)
