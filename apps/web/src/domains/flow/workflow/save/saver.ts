import { createAutosave, type Saved, type SaveFault } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
import type { Canvas } from '../document/canvas.ts'
import type { DocumentStore } from '../document/document-store.ts'

/** The version another user saved in the meantime. */
export interface Theirs {
  canvas: Canvas
  version: string
  /** When, in ms. */
  at: number
  by: string
}
export interface Conflict {
  /** The common base. */
  base: Canvas
  theirs: Theirs
}

export interface SaverSnapshot extends Saved<Conflict> {
  version: string
}

export interface SaverDeps {
  save: (canvas: Canvas, version: string) => Promise<{ version: string; at: number }>
  /** The draft as it is on the server now. */
  load: () => Promise<Theirs>
  faultOf?: (error: unknown) => SaveFault
  stash: { write: (canvas: Canvas, version: string) => void; clear: () => void }
  pause?: number
}

/** Saves the document by itself, always naming the version it started from. */
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
    // The document also notifies about selection, which is not saved.
    if (document.get() === seen) return
    seen = document.get()
    autosave.edited()
  })

  return {
    ...autosave,
    current,
    subscribe,
    use,
    /** The decided canvas takes the place of both. */
    resolve(decided: Canvas, label: string): Promise<void> {
      const { state } = current()
      if (state.is !== 'conflict') return Promise.resolve()
      const { theirs } = state.conflict
      base = theirs.canvas
      patch({ version: theirs.version, savedAt: theirs.at, state: { is: 'pending' } })
      document.apply(() => decided, { label })
      return autosave.decided()
    },
    /** Adopts the draft of the server unless edits wait: their save asks which version to keep. */
    adopt(theirs: Theirs): void {
      if (isDirty() || current().state.is === 'conflict' || theirs.version === current().version) return
      base = theirs.canvas
      seen = theirs.canvas
      document.load(theirs.canvas)
      patch({ version: theirs.version, savedAt: theirs.at, state: { is: 'saved' } })
    },
    /**
     * Edits that an earlier page could not save. They carry their base version, so that they cannot overwrite newer
     * edits.
     */
    restore(canvas: Canvas, version: string, label: string): void {
      patch({ version })
      document.apply(() => canvas, { label })
    },
  }
}
export type Saver = ReturnType<typeof createSaver>
