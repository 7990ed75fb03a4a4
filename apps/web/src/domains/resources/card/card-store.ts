import type { CardDesign } from '@orrery/contract'
import { createAutosave, type Saved } from '#lib/autosave.ts'
import { createStore } from '#lib/store.ts'

/** The draft as somebody else saved it. */
export interface RemoteDraft {
  version: number
  design: CardDesign
}
interface Snapshot extends Saved<RemoteDraft> {
  design: CardDesign
  past: readonly CardDesign[]
  future: readonly CardDesign[]
  /** Id of the selected element; empty for none. */
  selected: string
}
export interface CardStoreDeps {
  /** Saves the draft and returns its new version. */
  save: (version: number, design: CardDesign) => Promise<number>
  newest: () => Promise<RemoteDraft>
  now: () => number
  pause?: number
}
const MAX_UNDO_STEPS = 100
const TYPING_MS = 1000

/** A card that is saved automatically when the person stops editing, with undo and redo. */
export function createCardStore(first: RemoteDraft, { save, newest, now, pause }: CardStoreDeps) {
  let base = first.design
  let version = first.version
  let last = { key: '', at: 0 }
  const { current, patch, subscribe, use } = createStore<Snapshot>({
    design: first.design,
    past: [],
    future: [],
    selected: '',
    state: { is: 'saved' },
    savedAt: now(),
  })
  const isDirty = () => current().design !== base
  const autosave = createAutosave<RemoteDraft>(
    { current, patch },
    {
      isDirty,
      async send() {
        const { design } = current()
        version = await save(version, design)
        base = design
        return { is: 'saved', at: now() }
      },
      readConflict: () => newest(),
      ...(pause !== undefined && { pause }),
    },
  )
  function go(design: CardDesign, past: readonly CardDesign[], future: readonly CardDesign[]) {
    patch({ design, past: past.slice(-MAX_UNDO_STEPS), future })
    autosave.edited()
  }
  return {
    ...autosave,
    current,
    subscribe,
    use,
    version: () => version,
    select: (selected: string) => patch({ selected }),
    /** Edits under the same key in quick succession, such as typing, are undone in one step. */
    edit(change: (design: CardDesign) => CardDesign, key = ''): void {
      const { design, past } = current()
      const next = change(design)
      if (next === design) return
      const isSameStep = key !== '' && key === last.key && now() - last.at < TYPING_MS
      last = { key, at: now() }
      go(next, isSameStep ? past : [...past, design], [])
    },
    undo(): void {
      const { design, past, future } = current()
      const before = past.at(-1)
      last = { key: '', at: 0 }
      if (before) go(before, past.slice(0, -1), [design, ...future])
    },
    redo(): void {
      const { design, past, future } = current()
      const [next, ...rest] = future
      if (next) go(next, [...past, design], rest)
    },
    /** Replaces the draft with that of the server: after a restored version, or to discard local edits. */
    adopt(theirs: RemoteDraft): void {
      autosave.stop()
      const { design, past } = current()
      base = theirs.design
      version = theirs.version
      patch({ design: theirs.design, past: [...past, design], future: [], state: { is: 'saved' }, savedAt: now() })
    },
    /** Keeps the local edits, and overwrites what somebody else saved. */
    async keepMine(): Promise<void> {
      const { state } = current()
      if (state.is !== 'conflict') return
      base = state.conflict.design
      version = state.conflict.version
      await autosave.decided()
    },
  }
}
export type CardStore = ReturnType<typeof createCardStore>
