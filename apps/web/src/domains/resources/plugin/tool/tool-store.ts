import { createAutosave, type Saved, type SaveState } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
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

/** A conflict contains the tool as somebody else saved it in the meantime. An invalid draft is refused. */
export type ToolState = SaveState<PluginTool, DraftFault>

interface Snapshot extends Saved<PluginTool, DraftFault> {
  draft: ToolDraft
}
export interface StoreDeps {
  /** Saves the changes, based on the known version. */
  save: (changes: Partial<ToolInput>) => Promise<unknown>
  isConflict: (error: unknown) => boolean
  /** Fetches the tool from the server. The next change is based on it. */
  newest: () => Promise<PluginTool>
  now: () => number
  pause?: number
}

/** A tool that is saved automatically when the person stops editing. */
export function createToolStore(tool: PluginTool, { save, isConflict, newest, now, pause = 600 }: StoreDeps) {
  let base = inputOf(draftOf(tool))
  const { current, patch, subscribe, use } = createStore<Snapshot>({
    draft: draftOf(tool),
    state: { is: 'saved' },
    savedAt: now(),
  })
  const isSame = (tool: ToolInput, other: ToolInput) => Object.keys(changesOf(tool, other)).length === 0
  const isDirty = () => !isSame(base, inputOf(current().draft))

  const autosave = createAutosave<PluginTool, DraftFault>(
    { current, patch },
    {
      isDirty,
      async send() {
        const { draft } = current()
        const fault = draftFault(draft)
        if (fault) return { is: 'refused', reason: fault }
        const input = inputOf(draft)
        await save(changesOf(base, input))
        base = input
        return { is: 'saved', at: now() }
      },
      async readConflict() {
        const theirs = await newest()
        // Another tool of the plugin was changed, so saving this one loses nothing.
        return isSame(base, inputOf(draftOf(theirs))) ? null : theirs
      },
      faultOf: (error) => (isConflict(error) ? 'conflict' : 'other'),
      pause,
    },
  )
  /** Saves pending changes; resolves to whether everything is saved. */
  const flush = async (): Promise<boolean> => {
    await autosave.flush()
    return current().state.is === 'saved'
  }
  return {
    ...autosave,
    current,
    subscribe,
    use,
    change(part: Partial<ToolDraft>): void {
      patch({ draft: { ...current().draft, ...part } })
      autosave.edited()
    },
    flush,
    isClean: () => current().state.is === 'saved' && !isDirty(),
    isSameAs: (theirs: PluginTool) => isSame(base, inputOf(draftOf(theirs))),
    /** Replaces the draft with the state of the server, and discards local edits. */
    adopt(theirs: PluginTool): void {
      autosave.stop()
      base = inputOf(draftOf(theirs))
      patch({ draft: draftOf(theirs), state: { is: 'saved' }, savedAt: now() })
    },
    /** Keeps local edits, and overwrites what the other user saved. */
    async keepMine(): Promise<boolean> {
      const { state } = current()
      if (state.is !== 'conflict') return flush()
      base = inputOf(draftOf(state.conflict))
      await autosave.decided()
      return current().state.is === 'saved'
    },
  }
}
export type ToolStore = ReturnType<typeof createToolStore>
