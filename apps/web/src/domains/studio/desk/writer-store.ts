import { createAutosave, type Saved } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'

export interface Draft {
  name: string
  content: string
  references: readonly string[]
}
interface Snapshot extends Saved<null> {
  draft: Draft
}
interface WriterDeps {
  save: (draft: Draft) => Promise<unknown>
  now: () => number
  pause?: number
}

/** A text that is saved automatically after a pause. It has a single writer, so that conflicts cannot occur. */
export function createWriterStore(first: Draft, { save, now, pause }: WriterDeps) {
  let base = first
  const { current, patch, use } = createStore<Snapshot>({ draft: first, state: { is: 'saved' }, savedAt: now() })
  const autosave = createAutosave<null>(
    { current, patch },
    {
      isDirty: () => current().draft !== base,
      async send() {
        const { draft } = current()
        await save(draft)
        base = draft
        return { is: 'saved', at: now() }
      },
      readConflict: () => Promise.resolve(null),
      ...(pause !== undefined && { pause }),
    },
  )
  return {
    ...autosave,
    use,
    current,
    edit(change: Partial<Draft>): void {
      patch({ draft: { ...current().draft, ...change } })
      autosave.edited()
    },
  }
}
