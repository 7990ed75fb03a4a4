import { ApiError } from '@orrery/contract/client'
import { useEffect } from 'react'
import { NetworkError } from './network-error.ts'

/** `C` describes a conflict to resolve, `R` the reason for which a save was refused. */
export type SaveState<C, R = string> =
  | { is: 'saved' }
  | { is: 'pending' }
  | { is: 'saving' }
  /** No connection: the edits are kept and sending them is retried. */
  | { is: 'offline' }
  | { is: 'failed'; error: unknown }
  /** The content cannot be saved as it is; the next edit triggers another save. */
  | { is: 'refused'; reason: R }
  | { is: 'conflict'; conflict: C }

export interface Saved<C, R = string> {
  state: SaveState<C, R>
  /** The time of the last successful save, in ms. */
  savedAt: number
}
export type SendAnswer<R = string> = { is: 'saved'; at: number } | { is: 'refused'; reason: R }
export type SaveFault = 'offline' | 'conflict' | 'other'

export interface AutosaveDeps<C, R> {
  /** Whether there are edits that the server does not have. */
  isDirty: () => boolean
  /** Sends the current content with the version it is based on, and records what the server stored. */
  send: () => Promise<SendAnswer<R>>
  /** Reads what someone else saved meanwhile. Null: there is nothing to resolve, and the same save may be resent. */
  readConflict: () => Promise<C | null>
  faultOf?: (error: unknown) => SaveFault
  /** Stores unsaved edits in this browser in case the page is closed. */
  stash?: { write: () => void; clear: () => void }
  pause?: number
}

const firstWait = 2_000
const longestWait = 30_000

export function saveFault(error: unknown): SaveFault {
  if (error instanceof NetworkError) return 'offline'
  if (!(error instanceof ApiError)) return 'other'
  if (error.status === 502 || error.status === 503) return 'offline'
  return error.status === 409 ? 'conflict' : 'other'
}

/**
 * Saves shortly after each edit. If someone else saved first, this becomes a conflict to resolve, never an overwrite.
 * The store belongs to the editor and may hold more than the state kept here.
 */
export function createAutosave<C, R = string>(
  { current, patch }: { current: () => Saved<C, R>; patch: (change: Partial<Saved<C, R>>) => void },
  { isDirty, send, readConflict, faultOf = saveFault, stash, pause = 800 }: AutosaveDeps<C, R>,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let running: Promise<void> | undefined

  const hasConflict = () => current().state.is === 'conflict'
  const later = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), delay)
  }
  const stopWith = (state: SaveState<C, R>) => {
    patch({ state })
    stash?.write()
  }

  /** Sends until there is nothing left to send: edits made during a save go with the next one. */
  function save(): Promise<void> {
    clearTimeout(timer)
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }
  async function sendAll(): Promise<void> {
    let mayResend = true
    while (isDirty() && !hasConflict()) {
      patch({ state: { is: 'saving' } })
      try {
        const answer = await send()
        if (answer.is === 'refused') return stopWith(answer)
        wait = firstWait
        mayResend = true
        stash?.clear()
        patch({ savedAt: answer.at, state: { is: isDirty() ? 'saving' : 'saved' } })
      } catch (error) {
        const goesOn = await failed(error, mayResend)
        if (!goesOn) return
        mayResend = false
      }
    }
    if (!isDirty() && !hasConflict() && current().state.is !== 'saved') patch({ state: { is: 'saved' } })
  }
  /** Returns whether the same save may be resent at once. */
  async function failed(error: unknown, mayResend: boolean): Promise<boolean> {
    const fault = faultOf(error)
    if (fault === 'offline') {
      stopWith({ is: 'offline' })
      later(wait)
      wait = Math.min(wait * 2, longestWait)
      return false
    }
    try {
      const conflict = fault === 'conflict' ? await readConflict() : undefined
      if (conflict === null && mayResend) return true
      stopWith(conflict ? { is: 'conflict', conflict } : { is: 'failed', error })
    } catch {
      stopWith({ is: 'failed', error })
    }
    return false
  }

  return {
    isDirty,
    /** Must be called after each edit. */
    edited(): void {
      if (hasConflict()) return
      const isChanged = isDirty()
      if (!running) patch({ state: { is: isChanged ? 'pending' : 'saved' } })
      if (isChanged) later(pause)
      else clearTimeout(timer)
    },
    /** Saves pending edits at once; resolves when the attempt is finished, even if it failed. */
    flush: (): Promise<void> => (hasConflict() ? Promise.resolve() : save()),
    /** The conflict was resolved, and the current content is based on the other version. */
    decided(): Promise<void> {
      patch({ state: { is: 'pending' } })
      if (!isDirty()) stash?.clear()
      return save()
    },
    hasStash: stash !== undefined,
    stashNow: (): void => {
      if (isDirty()) stash?.write()
    },
    stop: (): void => clearTimeout(timer),
  }
}
interface Autosave extends Pick<ReturnType<typeof createAutosave>, 'isDirty' | 'hasStash' | 'stashNow' | 'stop'> {
  flush: () => Promise<unknown>
}

/**
 * Saves when the user leaves the page, and lets the browser warn before a page with unsaved edits is closed. `onLeft`
 * must be a stable function.
 */
export function useAutosave(autosave: Autosave, onLeft?: () => unknown): void {
  useEffect(() => {
    const retry = () => void autosave.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (!autosave.isDirty()) return
      // Without a stash this is the last chance to save.
      if (!autosave.hasStash) void autosave.flush()
      event.preventDefault()
    }
    window.addEventListener('online', retry)
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', autosave.stashNow)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', autosave.stashNow)
      // What could not be saved stays in the stash until the next visit.
      void autosave.flush().then(() => {
        autosave.stashNow()
        autosave.stop()
        return onLeft?.()
      })
    }
  }, [autosave, onLeft])
}
