import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { applyEdits, inverseOf } from '@orrery/engine/interface'
import { createStore } from '#lib/store.ts'

interface Save {
  batch: string
  edits: InterfaceEdit[]
}
export interface Draft {
  document: InterfaceDocument
  canUndo: boolean
  canRedo: boolean
  state: 'saved' | 'saving' | 'failed'
  error: unknown
}
/** What the server answers: the saves that this editor lacks, its own among them, or the whole document. */
export interface Lacking {
  seq: number
  saves?: Save[]
  document?: InterfaceDocument
}
/** What the server tells of its own accord: the saves after `from`, or that there are some. */
export interface HeardSaves {
  seq: number
  from: number
  saves?: Save[]
}
export type SendEdits = (edits: readonly InterfaceEdit[], batch: string, since: number) => Promise<Lacking>

/** The draft of an interface: edits show at once and are sent one save after the other; those of others come with the answers. */
export function createDraftStore(first: { seq: number; document: InterfaceDocument }, send: SendEdits) {
  let { seq, document: base } = first
  let waiting: Save[] = []
  let isSending = false
  /** The newest save that was heard of. */
  let heard = seq
  const undos: InterfaceEdit[][] = []
  const redos: InterfaceEdit[][] = []
  const store = createStore<Draft>({ document: base, canUndo: false, canRedo: false, state: 'saved', error: null })
  const show = (part: Partial<Draft> = {}) =>
    store.set({
      ...store.current(),
      document: waiting.reduce((at, save) => applyEdits(at, save.edits), base),
      canUndo: undos.length > 0,
      canRedo: redos.length > 0,
      ...part,
    })
  function take({ seq: now, saves, document }: Lacking) {
    base = document ?? (saves ?? []).reduce((at, save) => applyEdits(at, save.edits), base)
    seq = now
    const known = new Set((saves ?? []).map(({ batch }) => batch))
    waiting = waiting.filter(({ batch }) => !known.has(batch))
  }
  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      while (waiting[0]) {
        show({ state: 'saving', error: null })
        const [save] = waiting
        take(await send(save.edits, save.batch, seq))
        // The answer may be the whole document, which names no saves.
        waiting = waiting.filter((one) => one !== save)
      }
      show({ state: 'saved' })
    } catch (error) {
      show({ state: 'failed', error })
    } finally {
      isSending = false
    }
    // Told while this was under way, and saved after it.
    if (heard > seq) await pull().catch(() => {})
  }
  /** Asks for what others have done since. */
  async function pull(): Promise<void> {
    if (isSending || waiting.length > 0) return
    const lacking = await send([], '', seq)
    if (isSending || waiting.length > 0 || lacking.seq === seq) return
    take(lacking)
    show()
  }
  function push(edits: readonly InterfaceEdit[]) {
    waiting.push({ batch: crypto.randomUUID(), edits: [...edits] })
    show()
    void flush()
  }
  return {
    use: store.use,
    current: store.current,
    edit(edits: readonly InterfaceEdit[]) {
      if (edits.length === 0) return
      undos.push(inverseOf(store.current().document, edits))
      redos.length = 0
      push(edits)
    },
    undo() {
      const back = undos.pop()
      if (!back) return
      redos.push(inverseOf(store.current().document, back))
      push(back)
    },
    redo() {
      const again = redos.pop()
      if (!again) return
      undos.push(inverseOf(store.current().document, again))
      push(again)
    },
    retry: flush,
    /** A save that the server refuses is given up, and the draft is as it was before. */
    drop() {
      waiting = []
      show({ state: 'saved', error: null })
    },
    pull,
    /** Takes what others did where it follows on what is here; otherwise asks for it. */
    async hear({ seq: now, from, saves }: HeardSaves) {
      heard = Math.max(heard, now)
      if (isSending || waiting.length > 0 || now <= seq) return
      if (!saves || from > seq) return pull()
      take({ seq: now, saves: saves.slice(seq - from) })
      show()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
