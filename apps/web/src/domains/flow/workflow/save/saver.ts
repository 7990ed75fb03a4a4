import { createAutosave, type Saved, type SaveFault } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
import type { Canvas } from '../document/canvas.ts'
import type { DocumentStore } from '../document/document-store.ts'

/** The version that another person saved in the meantime. */
export interface Theirs {
  canvas: Canvas
  version: string
  /** Time of the save, in ms. */
  at: number
  by: string
}
export interface Conflict {
  /** The common base of both sides. */
  base: Canvas
  theirs: Theirs
}

export interface SaverSnapshot extends Saved<Conflict> {
  version: string
}

export interface SaverDeps {
  save: (canvas: Canvas, version: string) => Promise<{ version: string; at: number }>
  /** Loads the current draft from the server. */
  load: () => Promise<Theirs>
  faultOf?: (error: unknown) => SaveFault
  stash: { write: (canvas: Canvas, version: string) => void; clear: () => void }
  pause?: number
}

/** Saves the document automatically; each save sends the version on which it is based. */
export function createSaver(
  document: DocumentStore,
  first: { version: string; savedAt: number },
  { save, load, stash, ...rest }: SaverDeps,
) {
  let base = document.get()
  const { current, patch, subscribe, use } = createStore<SaverSnapshot>({ state: { is: 'saved' }, ...first })
  const isDirty = () => document.get() !== base
  const autosave = createAutosave<Conflict>(
    { current, patch },
    {
      isDirty,
      async send() {
        const sent = document.get()
        const { version, at } = await save(sent, current().version)
        base = sent
        patch({ version })
        return { is: 'saved', at }
      },
      readConflict: async () => ({ base, theirs: await load() }),
      stash: { write: () => stash.write(document.get(), current().version), clear: stash.clear },
      ...rest,
    },
  )
  let seen = base
  document.subscribe(() => {
    // The document also notifies about selections, which are not saved.
    if (document.get() === seen) return
    seen = document.get()
    autosave.edited()
  })

  return {
    ...autosave,
    current,
    subscribe,
    use,
    /** Resolves a conflict with the merged canvas. */
    resolve(decided: Canvas, label: string): Promise<void> {
      const { state } = current()
      if (state.is !== 'conflict') return Promise.resolve()
      const { theirs } = state.conflict
      base = theirs.canvas
      patch({ version: theirs.version, savedAt: theirs.at, state: { is: 'pending' } })
      document.apply(() => decided, { label })
      return autosave.decided()
    },
    /** Loads the draft of the server unless there are unsaved edits: saving those will detect the conflict. */
    adopt(theirs: Theirs): void {
      if (isDirty() || current().state.is === 'conflict' || theirs.version === current().version) return
      base = theirs.canvas
      seen = theirs.canvas
      document.load(theirs.canvas)
      patch({ version: theirs.version, savedAt: theirs.at, state: { is: 'saved' } })
    },
    /**
     * Restores edits that an earlier page could not save, with the version on which they are based, so that they cannot
     * overwrite newer edits.
     */
    restore(canvas: Canvas, version: string, label: string): void {
      patch({ version })
      document.apply(() => canvas, { label })
    },
  }
}
export type Saver = ReturnType<typeof createSaver>
