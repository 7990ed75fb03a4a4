import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { applyEdits, inverseOf } from '@orrery/engine/interface'
import { newUuid } from '#lib/new-uuid.ts'
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
/** The answer of the server: the saves that this editor lacks, including its own, or the whole document. */
export interface MissingSaves {
  seq: number
  saves?: Save[]
  document?: InterfaceDocument
}
/** A notification of the server: the saves after `from`, or only that there are some. */
export interface SavesNotification {
  seq: number
  from: number
  saves?: Save[]
}
export type SendEdits = (edits: readonly InterfaceEdit[], batch: string, since: number) => Promise<MissingSaves>

/**
 * The draft of an interface. Edits show immediately and are sent one save after the other; the answers contain the
 * saves of others.
 */
export function createDraftStore(first: { seq: number; document: InterfaceDocument }, send: SendEdits) {
  let { seq, document: base } = first
  let waiting: Save[] = []
  let isSending = false
  /** The latest save in any notification. */
  let latestSeq = seq
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
  function take({ seq: now, saves, document }: MissingSaves) {
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
        // If the answer is the whole document, it lists no saves.
        waiting = waiting.filter((one) => one !== save)
      }
      show({ state: 'saved' })
    } catch (error) {
      show({ state: 'failed', error })
    } finally {
      isSending = false
    }
    // A notification arrived during the request, for a save after it.
    if (latestSeq > seq) await pull().catch(() => {})
  }
  /** Requests the saves of others. */
  async function pull(): Promise<void> {
    if (isSending || waiting.length > 0) return
    const answer = await send([], '', seq)
    if (isSending || waiting.length > 0 || answer.seq === seq) return
    take(answer)
    show()
  }
  function push(edits: readonly InterfaceEdit[]) {
    waiting.push({ batch: newUuid(), edits: [...edits] })
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
    /** Discards a save that the server rejected; the draft returns to its state before it. */
    drop() {
      waiting = []
      show({ state: 'saved', error: null })
    },
    pull,
    /** Applies the saves of a notification if they follow the local state; otherwise requests the missing ones. */
    async receive({ seq: now, from, saves }: SavesNotification) {
      latestSeq = Math.max(latestSeq, now)
      if (isSending || waiting.length > 0 || now <= seq) return
      if (!saves || from > seq) return pull()
      take({ seq: now, saves: saves.slice(seq - from) })
      show()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
