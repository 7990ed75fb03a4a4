import type { PluginTool } from '../plugin.queries.ts'
import {
  changesOf,
  type DraftFault,
  draftFault,
  draftOf,
  inputOf,
  type ToolDraft,
  type ToolInput,
} from './tool-draft.ts'

export type SaveState =
  | { is: 'saved'; at: number }
  | { is: 'pending' | 'saving' }
  | { is: 'blocked'; fault: DraftFault }
  | { is: 'failed'; error: unknown }
  /** Somebody else has changed this very tool in between. */
  | { is: 'conflict'; theirs: PluginTool }

interface Snapshot {
  draft: ToolDraft
  state: SaveState
}
export interface StoreDeps {
  /** On top of the version that is known. */
  save: (changes: Partial<ToolInput>) => Promise<unknown>
  isConflict: (error: unknown) => boolean
  /** The tool as the server has it now; what is saved next is saved on top of it. */
  newest: () => Promise<PluginTool>
  now: () => number
  pause?: number
}

/** A tool that saves itself when the hand rests. */
export function createToolStore(tool: PluginTool, deps: StoreDeps) {
  const { pause = 600 } = deps
  let base = inputOf(draftOf(tool))
  let snapshot: Snapshot = { draft: draftOf(tool), state: { is: 'saved', at: deps.now() } }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const put = (change: Partial<Snapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  const isSame = (tool: ToolInput, other: ToolInput) => Object.keys(changesOf(tool, other)).length === 0

  async function write(isRetry = false): Promise<void> {
    const input = inputOf(snapshot.draft)
    const fault = draftFault(snapshot.draft)
    if (fault) return put({ state: { is: 'blocked', fault } })
    if (isSame(base, input)) return put({ state: { is: 'saved', at: deps.now() } })
    put({ state: { is: 'saving' } })
    try {
      await deps.save(changesOf(base, input))
      base = input
      put({ state: isSame(base, inputOf(snapshot.draft)) ? { is: 'saved', at: deps.now() } : { is: 'pending' } })
    } catch (error) {
      if (isRetry || !deps.isConflict(error)) return put({ state: { is: 'failed', error } })
      const theirs = await deps.newest().catch(() => undefined)
      if (!theirs) return put({ state: { is: 'failed', error } })
      // Another tool of the plugin was changed, not this one: nothing is lost by saving on top.
      if (isSame(base, inputOf(draftOf(theirs)))) return write(true)
      put({ state: { is: 'conflict', theirs } })
    }
  }
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (running) {
      await running
      return flush()
    }
    if (snapshot.state.is !== 'conflict') {
      running = write().finally(() => (running = undefined))
      await running
    }
    return snapshot.state.is === 'saved'
  }
  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), pause)
  }
  return {
    current: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(part: Partial<ToolDraft>): void {
      const isConflict = snapshot.state.is === 'conflict'
      put({ draft: { ...snapshot.draft, ...part }, ...(!isConflict && { state: { is: 'pending' } }) })
      if (!isConflict) later()
    },
    /** Whether everything typed is with the server. */
    flush,
    isClean: () => snapshot.state.is === 'saved' && isSame(base, inputOf(snapshot.draft)),
    isSameAs: (theirs: PluginTool) => isSame(base, inputOf(draftOf(theirs))),
    /** What the server has takes the place of what was typed. */
    take(theirs: PluginTool): void {
      clearTimeout(timer)
      base = inputOf(draftOf(theirs))
      put({ draft: draftOf(theirs), state: { is: 'saved', at: deps.now() } })
    },
    /** What was typed stays, over what somebody else has saved. */
    keepMine(): Promise<boolean> {
      if (snapshot.state.is !== 'conflict') return flush()
      base = inputOf(draftOf(snapshot.state.theirs))
      put({ state: { is: 'pending' } })
      return flush()
    },
  }
}
export type ToolStore = ReturnType<typeof createToolStore>
