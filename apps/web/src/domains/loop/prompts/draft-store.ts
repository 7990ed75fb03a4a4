import { createAutosave, type Saved } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
import type { Detail } from './detail.ts'

/** The draft as another window of the same person has saved it. */
export interface Theirs {
  rev: string
  detail: Detail
}
interface Snapshot extends Saved<Theirs> {
  detail: Detail
}
export interface DraftStoreDeps {
  /** Gives the number of the draft that it becomes. */
  save: (rev: string, detail: Detail) => Promise<string>
  newest: () => Promise<Theirs>
  now: () => number
}

/** A draft that saves itself when the hand rests. */
export function createDraftStore(first: Theirs, { save, newest, now }: DraftStoreDeps) {
  let base = first.detail
  let rev = first.rev
  const { current, patch, use } = createStore<Snapshot>({
    detail: first.detail,
    state: { is: 'saved' },
    savedAt: now(),
  })
  const autosave = createAutosave<Theirs>(
    { current, patch },
    {
      isDirty: () => current().detail !== base,
      async send() {
        const { detail } = current()
        rev = await save(rev, detail)
        base = detail
        return { is: 'saved', at: now() }
      },
      readConflict: () => newest(),
    },
  )
  return {
    ...autosave,
    current,
    use,
    edit(change: Partial<Detail>): void {
      patch({ detail: { ...current().detail, ...change } })
      autosave.edited()
    },
    /** Takes what the server has: after a merge, a restored version, or instead of the own edits. */
    adopt(theirs: Theirs): void {
      autosave.stop()
      base = theirs.detail
      rev = theirs.rev
      patch({ detail: theirs.detail, state: { is: 'saved' } })
    },
    /** The own edits win over those of the other window. */
    keep(theirs: Theirs): Promise<void> {
      rev = theirs.rev
      return autosave.decided()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
