import { createAutosave, type Saved } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'
import type { Detail } from './detail.ts'

/** The draft as another window of the same person saved it. */
export interface RemoteDraft {
  rev: string
  detail: Detail
}
interface Snapshot extends Saved<RemoteDraft> {
  detail: Detail
}
export interface DraftStoreDeps {
  /** Saves the draft and returns its new revision. */
  save: (rev: string, detail: Detail) => Promise<string>
  newest: () => Promise<RemoteDraft>
  now: () => number
}

/** A draft that is saved automatically when the person stops typing. */
export function createDraftStore(first: RemoteDraft, { save, newest, now }: DraftStoreDeps) {
  let base = first.detail
  let rev = first.rev
  const { current, patch, use } = createStore<Snapshot>({
    detail: first.detail,
    state: { is: 'saved' },
    savedAt: now(),
  })
  const autosave = createAutosave<RemoteDraft>(
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
    /** Replaces the draft with that of the server: after a merge, a restored version, or to discard local changes. */
    adopt(theirs: RemoteDraft): void {
      autosave.stop()
      base = theirs.detail
      rev = theirs.rev
      patch({ detail: theirs.detail, state: { is: 'saved' } })
    },
    /** Local changes overwrite those of the other window. */
    keepMine(theirs: RemoteDraft): Promise<void> {
      rev = theirs.rev
      return autosave.decided()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
