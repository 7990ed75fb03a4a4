import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { applyEdits } from '@orrery/engine/interface'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { EditFeed } from './edit-feed.ts'
import { createGathering } from './gather.ts'
import type { InterfaceRepo } from './interface.repo.ts'
import type { EditRow, SandboxHead } from './interface.table.ts'
import { checkCounts, checkSize } from './read-edits.ts'

export interface SavingDeps {
  repo: Pick<
    InterfaceRepo,
    'transaction' | 'lockHead' | 'head' | 'sandbox' | 'batchesAmong' | 'drawn' | 'save' | 'addEdits' | 'editsAfter'
  >
  feed: Pick<EditFeed, 'saved'>
  clock: Clock
  touched(head: SandboxHead, userId: string, at: number, tx: Tx): Promise<void>
}
export interface Save {
  userId: string
  edits: InterfaceEdit[]
  batch: string
  /**
   * The last save that the editor knows. If undefined, the answer contains only the saves written together with this
   * one.
   */
  since: number | undefined
}
export interface EditAnswer {
  seq: number
  document?: InterfaceDocument
  saves?: { batch: string; edits: InterfaceEdit[]; by: string }[]
}
/** The state that this process wrote last. */
interface KnownState {
  seq: number
  updatedAt: number
  document: InterfaceDocument
  /** Upper bound of the characters of the document as JSON. */
  size: number
  /** Characters of the saves after the stored document. */
  unstoredSize: number
}
/** While several people draw, their saves are written in groups, about eight times a second. */
const GATHER_MS = 120
const MAX_STATES = 50
/** The document is stored again after so many saves, or so many characters of them. */
const MAX_UNSTORED = { saves: 100, characters: 256 * 1024 }

/**
 * The saves that an editor lacks. Undefined if it is too far behind or its state was rolled back: it then gets the
 * whole document.
 */
function savesAfter(since: number, seq: number, rows: EditRow[]): EditAnswer['saves'] {
  const later = rows.filter((row) => row.seq > since && row.seq <= seq)
  if (since > seq || later.length < seq - since) return undefined
  return later.map(({ batch, edits, userId: by }) => ({ batch, edits, by }))
}

/**
 * Takes saves at a cost that does not depend on the size of the drawing: a save is one row, the document stays in
 * memory as long as no other process writes, and it is stored as a whole only from time to time.
 */
export function createSaving({ repo, feed, clock, touched }: SavingDeps) {
  const states = new Map<string, KnownState>()
  function remember(id: string, now: KnownState) {
    states.delete(id)
    states.set(id, now)
    if (states.size > MAX_STATES) states.delete(states.keys().next().value!)
  }
  async function stateOf({ id, seq, updatedAt }: SandboxHead, tx: Tx): Promise<KnownState> {
    const known = states.get(id)
    if (known?.seq === seq && known.updatedAt === updatedAt) return known
    const drawn = await repo.drawn(id, tx)
    return { seq, updatedAt, ...drawn, size: JSON.stringify(drawn.document).length }
  }
  /** The state after a save. Throws if the document would become too large. */
  function after(state: KnownState, edits: InterfaceEdit[]): KnownState {
    const document = applyEdits(state.document, edits)
    checkCounts(document)
    // The values are part of the edits, so the document grows by at most this.
    const added = JSON.stringify(edits).length
    return {
      ...state,
      document,
      seq: state.seq + 1,
      size: checkSize(document, state.size + added),
      unstoredSize: state.unstoredSize + added,
    }
  }
  async function write(head: SandboxHead, list: Save[], tx: Tx) {
    const sandboxId = head.id
    const batches = list.map(({ batch }) => batch)
    const taken = await repo.batchesAmong(sandboxId, batches, tx)
    const at = clock.now()
    let state = await stateOf(head, tx)
    const added: EditRow[] = []
    const faults = list.map(({ userId, edits, batch }): Error | undefined => {
      if (batch && taken.has(batch)) return undefined
      try {
        state = after(state, edits)
      } catch (cause) {
        return cause as Error
      }
      const { seq } = state
      if (batch) taken.add(batch)
      added.push({ sandboxId, seq, batch: batch || `${seq}`, edits, userId, at })
      return undefined
    })
    const last = added.at(-1)
    if (last) {
      const isFull = state.seq - head.documentSeq >= MAX_UNSTORED.saves || state.unstoredSize > MAX_UNSTORED.characters
      const change = { seq: state.seq, updatedBy: last.userId, updatedAt: at }
      await repo.save(sandboxId, isFull ? { ...change, document: state.document } : change, tx)
      await repo.addEdits(sandboxId, added, tx)
      await touched(head, last.userId, at, tx)
      state = { ...state, updatedAt: at, unstoredSize: isFull ? 0 : state.unstoredSize }
    }
    const from = Math.min(...list.map(({ since }) => since ?? head.seq))
    // Most editors lack only what is written now.
    const rows = from >= head.seq ? added : await repo.editsAfter(sandboxId, from, tx)
    return { before: head.seq, state, faults, added, rows }
  }
  /** Saves of several people within a short time are written together, in the order of their arrival. */
  const save = createGathering<Save, EditAnswer>(async (sandboxId, list) => {
    const { before, state, faults, added, rows } = await repo.transaction(async (tx) => {
      const head = await repo.lockHead(sandboxId, tx)
      if (!head) throw errors.notFound({ what: 'interface' })
      return write(head, list, tx)
    })
    remember(sandboxId, state)
    await feed.saved(sandboxId, state.seq, { from: before, rows: added })
    return list.map(({ since }, at) => {
      const saves = savesAfter(since ?? before, state.seq, rows)
      return faults[at] ?? { seq: state.seq, ...(saves ? { saves } : { document: state.document }) }
    })
  }, GATHER_MS)

  return {
    save,
    /** The saves that an editor lacks, for a request without edits. */
    async missingSaves(sandboxId: string, since: number): Promise<EditAnswer> {
      const head = await repo.head(sandboxId)
      if (!head) throw errors.notFound({ what: 'interface' })
      const saves = savesAfter(since, head.seq, since < head.seq ? await repo.editsAfter(sandboxId, since) : [])
      if (saves) return { seq: head.seq, saves }
      const row = await repo.sandbox(sandboxId)
      if (!row) throw errors.notFound({ what: 'interface' })
      return { seq: row.seq, document: row.document }
    },
  }
}
