import type { Canvas } from '../document/canvas.ts'
import type { DocumentStore } from '../document/document-store.ts'

/** What somebody else saved meanwhile. */
export interface Theirs {
  canvas: Canvas
  version: string
  /** When, in ms. */
  at: number
  by: string
}
export interface Conflict {
  /** What both started from. */
  base: Canvas
  theirs: Theirs
}

export type SaveState =
  | { is: 'saved' }
  | { is: 'pending' }
  | { is: 'saving' }
  /** No connection: the edits are kept and tried again. */
  | { is: 'offline' }
  | { is: 'failed'; error: unknown }
  | { is: 'conflict'; conflict: Conflict }

export interface SaverSnapshot {
  state: SaveState
  /** When the server last took a save, in ms. */
  savedAt: number
  version: string
}

export interface SaverDeps {
  save: (canvas: Canvas, version: string) => Promise<{ version: string; at: number }>
  /** The draft as it is on the server now. */
  load: () => Promise<Theirs>
  faultOf: (error: unknown) => 'offline' | 'conflict' | 'other'
  /** Where edits wait that could not be saved, in case the page is closed. */
  stash: { write: (canvas: Canvas, version: string) => void; clear: () => void }
  pause?: number
}

const firstWait = 2_000
const longestWait = 30_000

/**
 * Saves the document by itself a moment after each edit, always naming the version it started from. A save that
 * somebody else overtook becomes a conflict to be decided, never an overwrite.
 */
export function createSaver(store: DocumentStore, first: { version: string; savedAt: number }, deps: SaverDeps) {
  const { pause = 800 } = deps
  let base = store.get()
  let snapshot: SaverSnapshot = { state: { is: 'saved' }, ...first }
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const set = (change: Partial<SaverSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  const isDirty = () => store.get() !== base
  const later = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), delay)
  }
  const keepAs = (state: SaveState) => {
    set({ state })
    deps.stash.write(store.get(), snapshot.version)
  }

  let seen = base
  const stop = store.subscribe(() => {
    // Selecting is told by the document as well, and is nothing to save.
    if (store.get() === seen) return
    seen = store.get()
    if (snapshot.state.is === 'conflict') return
    if (!isDirty()) {
      clearTimeout(timer)
      if (!running && snapshot.state.is === 'pending') set({ state: { is: 'saved' } })
      return
    }
    if (!running && snapshot.state.is !== 'pending') set({ state: { is: 'pending' } })
    later(pause)
  })

  /** Sends until nothing is left: what is drawn during a save goes with the next one. */
  function save(): Promise<void> {
    clearTimeout(timer)
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }
  async function sendAll(): Promise<void> {
    while (isDirty() && snapshot.state.is !== 'conflict') {
      const sent = store.get()
      set({ state: { is: 'saving' } })
      try {
        const { version, at } = await deps.save(sent, snapshot.version)
        base = sent
        wait = firstWait
        deps.stash.clear()
        set({ version, savedAt: at, state: isDirty() ? { is: 'saving' } : { is: 'saved' } })
      } catch (error) {
        return failed(error)
      }
    }
    if (!isDirty() && snapshot.state.is !== 'conflict' && snapshot.state.is !== 'saved') set({ state: { is: 'saved' } })
  }
  async function failed(error: unknown): Promise<void> {
    const fault = deps.faultOf(error)
    if (fault === 'offline') {
      keepAs({ is: 'offline' })
      later(wait)
      wait = Math.min(wait * 2, longestWait)
    } else if (fault === 'conflict') {
      try {
        keepAs({ is: 'conflict', conflict: { base, theirs: await deps.load() } })
      } catch {
        keepAs({ is: 'failed', error })
      }
    } else keepAs({ is: 'failed', error })
  }

  return {
    current: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isDirty,
    /** Saves at once what waits; resolves when it is done, whatever came of it. */
    flush: (): Promise<void> => (snapshot.state.is === 'conflict' ? Promise.resolve() : save()),
    /** The decided canvas takes the place of both. */
    resolve(decided: Canvas, label: string): Promise<void> {
      if (snapshot.state.is !== 'conflict') return Promise.resolve()
      const { theirs } = snapshot.state.conflict
      base = theirs.canvas
      set({ version: theirs.version, savedAt: theirs.at, state: { is: 'pending' } })
      store.apply(() => decided, { label })
      return save()
    },
    /** The server's draft in the place of this one; not where edits wait: those ask what shall stay when they are saved. */
    adopt(theirs: Theirs): void {
      if (isDirty() || snapshot.state.is === 'conflict' || theirs.version === snapshot.version) return
      base = theirs.canvas
      seen = theirs.canvas
      store.load(theirs.canvas)
      set({ version: theirs.version, savedAt: theirs.at, state: { is: 'saved' } })
    },
    /** Edits that an earlier page could not save. They carry the version they were made on, so that nobody is overrun. */
    restore(canvas: Canvas, version: string, label: string): void {
      set({ version })
      store.apply(() => canvas, { label })
    },
    stashNow: (): void => {
      if (isDirty()) deps.stash.write(store.get(), snapshot.version)
    },
    dispose(): void {
      clearTimeout(timer)
      stop()
    },
  }
}
export type Saver = ReturnType<typeof createSaver>
