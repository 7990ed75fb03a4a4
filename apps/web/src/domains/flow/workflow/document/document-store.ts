import { createStore } from '#lib/store.ts'
import type { Canvas } from './canvas.ts'
import { indexOf } from './canvas-index.ts'

export type Edit = (canvas: Canvas) => Canvas

export interface ApplyOptions {
  /** Name of the edit, shown beside "Undo". */
  label: string
  /** Consecutive edits with the same key are one undo step: typing in a field, one drag. */
  merge?: string
}

interface Step {
  before: Canvas
  after: Canvas
  label: string
  merge: string | undefined
  at: number
}

export interface DocumentSnapshot {
  canvas: Canvas
  /** Ids of nodes, edges and groups. */
  selection: ReadonlySet<string>
  canUndo: boolean
  canRedo: boolean
  undoLabel: string | undefined
  redoLabel: string | undefined
}

const maxSteps = 200
/** Typing after a longer pause starts a new undo step. */
const maxMergePause = 2_000
const nothing: ReadonlySet<string> = new Set()

/** The edited canvas with undo history. Nodes that an edit does not change stay the same objects. */
export function createDocumentStore(first: Canvas, now: () => number = Date.now) {
  let canvas = first
  let selection: ReadonlySet<string> = nothing
  let past: Step[] = []
  let future: Step[] = []
  const { current, set, subscribe, use } = createStore(snapshot())

  function snapshot(): DocumentSnapshot {
    return {
      canvas,
      selection,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      undoLabel: past.at(-1)?.label,
      redoLabel: future.at(-1)?.label,
    }
  }
  const notify = () => set(snapshot())
  function apply(edit: Edit, { label, merge }: ApplyOptions): void {
    const after = edit(canvas)
    if (after === canvas) return
    const last = past.at(-1)
    const at = now()
    const isMerged = merge !== undefined && last?.merge === merge && at - last.at < maxMergePause
    past = isMerged
      ? [...past.slice(0, -1), { ...last, after, at }]
      : [...past, { before: canvas, after, label, merge, at }].slice(-maxSteps)
    future = []
    canvas = after
    selection = withoutRemoved(selection)
    notify()
  }
  function go(from: Step[], to: Step[], state: (step: Step) => Canvas): boolean {
    const step = from.pop()
    if (!step) return false
    // A step that was undone or redone is not merged with later typing.
    to.push({ ...step, merge: undefined })
    canvas = state(step)
    selection = withoutRemoved(selection)
    past = [...past]
    future = [...future]
    notify()
    return true
  }
  /** Removes deleted nodes from the selection; edge ids stay in it. */
  function withoutRemoved(ids: ReadonlySet<string>): ReadonlySet<string> {
    if (!ids.size) return ids
    const index = indexOf(canvas)
    const groups = new Set((canvas.groups ?? []).map((group) => group.id))
    const left = [...ids].filter((id) => index.has(id) || groups.has(id) || id.includes('>'))
    return left.length === ids.size ? ids : new Set(left)
  }

  return {
    get: (): Canvas => canvas,
    current,
    subscribe,
    use,
    apply,
    undo: (): boolean => go(past, future, (step) => step.before),
    redo: (): boolean => go(future, past, (step) => step.after),
    canUndo: (): boolean => past.length > 0,
    canRedo: (): boolean => future.length > 0,
    /** Replaces the canvas and clears the history. */
    load(next: Canvas): void {
      canvas = next
      past = []
      future = []
      selection = withoutRemoved(selection)
      notify()
    },
    selection: (): ReadonlySet<string> => selection,
    select(ids: Iterable<string>): void {
      const next = new Set(ids)
      if (next.size === selection.size && [...next].every((id) => selection.has(id))) return
      selection = next
      notify()
    },
  }
}
export type DocumentStore = ReturnType<typeof createDocumentStore>
