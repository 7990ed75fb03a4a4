import { useState } from 'react'
import type { GridSource, RowChange } from './grid-source.ts'
import { idOf, type Row, type RowStore } from './row-store.ts'
import { createUndoStack, type UndoStep } from './undo-stack.ts'

interface RowWritesDeps {
  source: GridSource
  store: RowStore
  reload: () => Promise<void>
}

/** Writes rows optimistically: a change is shown at once, reverted if the server refuses it, and can be undone. */
export function useRowWrites({ source, store, reload }: RowWritesDeps) {
  const [undoStack] = useState(createUndoStack)
  const [saving, setSaving] = useState(0)

  async function send(change: Partial<RowChange>, cells: number): Promise<Row[]> {
    setSaving((n) => n + cells)
    try {
      const rows = await source.send({ add: [], alter: [], remove: [], ...change })
      if (change.add?.length || change.remove?.length) source.onCount()
      return rows
    } finally {
      setSaving((n) => n - cells)
    }
  }

  /** Changes cells of existing rows and adds rows, all or none. */
  async function write(alter: { row: Row; values: Row }[], add: Row[] = []): Promise<void> {
    const before = alter.map(({ row, values }) => ({
      id: idOf(row),
      values: Object.fromEntries(Object.keys(values).map((key) => [key, row[key] ?? ''])),
    }))
    store.patch(new Map(alter.map(({ row, values }) => [idOf(row), values])))
    try {
      const answers = await send(
        { add, alter: alter.map(({ row, values }) => ({ bstudio_id: idOf(row), ...values })) },
        alter.reduce((sum, { values }) => sum + Object.keys(values).length, add.length),
      )
      // Show the stored values: 1,450 became 1450, and a date got its time.
      const kept = answers.slice(add.length).map((row, n) => {
        const cleared = Object.keys(alter[n]!.values).map((key) => [key, ''])
        return [idOf(row), { ...Object.fromEntries(cleared), ...row }] as const
      })
      store.patch(new Map(kept))
      undoStack.push({ before, added: answers.slice(0, add.length).map(idOf) })
      if (add.length) await reload()
    } catch (error) {
      store.patch(new Map(before.map(({ id, values }) => [id, values])))
      throw error
    }
  }

  async function undo(): Promise<UndoStep | undefined> {
    const step = undoStack.pop()
    if (!step) return undefined
    await send(
      {
        alter: step.before.map(({ id, values }) => ({ bstudio_id: id, ...values })),
        remove: step.added,
      },
      step.before.length + step.added.length,
    )
    store.patch(new Map(step.before.map(({ id, values }) => [id, values])))
    if (step.added.length) await reload()
    return step
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += source.maxRows) {
      const part = ids.slice(at, at + source.maxRows)
      await send({ remove: part }, part.length)
    }
    undoStack.forget(new Set(ids))
  }

  return { write, undo, remove, saving, mayUndo: () => undoStack.size() > 0 }
}
