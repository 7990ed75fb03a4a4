import type { BotInfo } from '@orrery/contract'
import { type Conflict, mergeChoices, type Choices, readConflict } from './draft-conflict.ts'
import { type DraftGroup, draftGroups, pickGroups } from './draft-groups.ts'

export type DraftEdit = { [G in DraftGroup]?: BotInfo[G] } & { icon_url?: string }

export type SaveState =
  | { is: 'saved' }
  | { is: 'pending' }
  | { is: 'saving' }
  /** No connection: the edits are kept and tried again. */
  | { is: 'offline' }
  | { is: 'failed'; error: unknown }
  /** The content check said no. */
  | { is: 'refused'; message: string }
  | { is: 'conflict'; conflict: Conflict }

export interface DraftSnapshot {
  info: BotInfo
  state: SaveState
  /** When the server last took a save, in ms. */
  savedAt: number
  /** Groups that the server does not have yet. */
  dirty: ReadonlySet<DraftGroup>
}

export type SaveAnswer = { is: 'saved'; version: string; at: number } | { is: 'refused'; message: string }

export interface DraftDeps {
  save: (edit: DraftEdit, version: string) => Promise<SaveAnswer>
  /** The draft as it is on the server now. */
  load: () => Promise<BotInfo>
  faultOf: (error: unknown) => 'offline' | 'conflict' | 'other'
  /** Where edits wait that could not be saved, in case the page is closed. */
  stash: { write: (edit: DraftEdit, version: string) => void; clear: () => void }
  pause?: number
}

const firstWait = 2_000
const longestWait = 30_000

/**
 * The draft a person edits. Each edit replaces groups; after a pause the changed groups are sent with the version they
 * started from, and a save that somebody else overtook becomes a conflict to be decided, never an overwrite.
 */
export function createDraftStore(first: BotInfo, savedAt: number, deps: DraftDeps) {
  const { pause = 800 } = deps
  let base = first
  let snapshot: DraftSnapshot = { info: first, state: { is: 'saved' }, savedAt, dirty: new Set() }
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const set = (change: Partial<DraftSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  const dirtyOf = (info: BotInfo) => new Set(draftGroups.filter((group) => info[group] !== base[group]))
  const later = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), delay)
  }
  const keep = () => deps.stash.write(pickGroups(snapshot.info, snapshot.dirty), base.version)

  function edit(change: DraftEdit): void {
    const info = { ...snapshot.info, ...change }
    const dirty = dirtyOf(info)
    if (snapshot.state.is === 'conflict') return set({ info, dirty })
    set({ info, dirty, state: running ? snapshot.state : dirty.size > 0 ? { is: 'pending' } : { is: 'saved' } })
    if (dirty.size > 0) later(pause)
    else clearTimeout(timer)
  }

  /** Sends until nothing is left: what is typed during a save goes with the next one. */
  function save(): Promise<void> {
    clearTimeout(timer)
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }
  async function sendAll(): Promise<void> {
    while (snapshot.dirty.size > 0 && snapshot.state.is !== 'conflict') {
      const sent = snapshot.info
      const groups = [...snapshot.dirty]
      set({ state: { is: 'saving' } })
      try {
        const answer = await deps.save(pickGroups(sent, groups), base.version)
        if (answer.is === 'refused') return keepAs({ is: 'refused', message: answer.message })
        took(sent, groups, answer)
      } catch (error) {
        await failed(error)
        return
      }
    }
  }
  function took(sent: BotInfo, groups: readonly DraftGroup[], { version, at }: { version: string; at: number }): void {
    base = { ...base, ...pickGroups(sent, groups), icon_url: sent.icon_url, version }
    wait = firstWait
    const info = { ...snapshot.info, version }
    const dirty = dirtyOf(info)
    deps.stash.clear()
    set({ info, dirty, savedAt: at, state: dirty.size > 0 ? { is: 'saving' } : { is: 'saved' } })
  }
  async function failed(error: unknown): Promise<void> {
    const fault = deps.faultOf(error)
    if (fault === 'offline') {
      keepAs({ is: 'offline' })
      later(wait)
      wait = Math.min(wait * 2, longestWait)
    } else if (fault === 'conflict') await meet(error)
    else keepAs({ is: 'failed', error })
  }
  async function meet(error: unknown): Promise<void> {
    try {
      const theirs = await deps.load()
      keepAs({ is: 'conflict', conflict: readConflict(base, snapshot.info, theirs) })
    } catch {
      keepAs({ is: 'failed', error })
    }
  }
  function keepAs(state: SaveState): void {
    set({ state })
    keep()
  }

  return {
    edit,
    /** Saves at once what waits; resolves when it is done, whatever came of it. */
    flush: (): Promise<void> => (snapshot.state.is === 'conflict' ? Promise.resolve() : save()),
    /** For each group in question mine or theirs; the rest is already agreed. */
    resolve(choices: Choices): Promise<void> {
      if (snapshot.state.is !== 'conflict') return Promise.resolve()
      const { theirs } = snapshot.state.conflict
      base = theirs
      const info = mergeChoices(snapshot.info, theirs, choices)
      set({ info, dirty: dirtyOf(info), state: { is: 'pending' } })
      if (snapshot.dirty.size === 0) {
        deps.stash.clear()
        set({ state: { is: 'saved' } })
      }
      return save()
    },
    /** What the server changed by itself (a new version, agents it made): takes its place where nothing is being edited. */
    adopt(info: BotInfo, at = snapshot.savedAt): void {
      const mine = pickGroups(snapshot.info, snapshot.dirty)
      base = info
      const next = { ...info, ...mine }
      const dirty = dirtyOf(next)
      set({ info: next, dirty, savedAt: at, state: dirty.size > 0 ? snapshot.state : { is: 'saved' } })
    },
    /** Edits that an earlier page could not save. They carry the version they were made on, so that nobody is overrun. */
    restore(edits: DraftEdit, version: string): void {
      base = { ...base, version }
      edit(edits)
    },
    stashNow: (): void => {
      if (snapshot.dirty.size > 0) keep()
    },
    dispose: (): void => clearTimeout(timer),
    current: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
