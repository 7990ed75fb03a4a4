import { DATABASE_LIMITS } from '@orrery/contract/shared/database-enums'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { refreshCounts, type Stage, tableTypeOf } from '../database.queries.ts'
import { idOf, type Row, type RowStore } from './row-store.ts'
import { createUndoStack, type UndoStep } from './undo-stack.ts'

interface RowWritesDeps {
  databaseId: string
  stage: Stage
  store: RowStore
  reload: () => Promise<void>
}

/** Stores changes of rows: each is shown at once, withdrawn when the server refuses it, and can be undone. */
export function useRowWrites({ databaseId, stage, store, reload }: RowWritesDeps) {
  const [undoStack] = useState(createUndoStack)
  const [saving, setSaving] = useState(0)

  async function send(change: { add?: Row[]; alter?: Row[]; remove?: Row[] }, cells: number): Promise<Row[]> {
    setSaving((n) => n + cells)
    try {
      const answer = await api.database.updateRecords({
        database_id: databaseId,
        table_type: tableTypeOf(stage),
        record_data_add: change.add ?? [],
        record_data_alter: change.alter ?? [],
        record_data_delete: change.remove ?? [],
      })
      if (change.add?.length || change.remove?.length) void refreshCounts(databaseId)
      return answer.data
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
      // Show what the server stored: 1,450 became 1450, a date got its time.
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
        remove: step.added.map((id) => ({ bstudio_id: id })),
      },
      step.before.length + step.added.length,
    )
    store.patch(new Map(step.before.map(({ id, values }) => [id, values])))
    if (step.added.length) await reload()
    return step
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += DATABASE_LIMITS.recordBatch) {
      const part = ids.slice(at, at + DATABASE_LIMITS.recordBatch)
      await send({ remove: part.map((id) => ({ bstudio_id: id })) }, part.length)
    }
    undoStack.forget(new Set(ids))
  }

  return { write, undo, remove, saving, mayUndo: () => undoStack.size() > 0 }
}
