import type { RefObject } from 'react'
import { useKeys } from '#lib/keys.ts'

interface RowKeys<Row> {
  /** The element around the table. */
  frame: RefObject<HTMLElement | null>
  /** In display order. */
  rows: readonly Row[]
  enabled: boolean
  onSelect: (row: Row) => void
  onRole: (row: Row | undefined) => void
}

/** X and R act on the focused row, else on the row under the pointer. Without either they focus the first row. */
export function useRowKeys<Row>({ frame, rows, enabled, onSelect, onRole }: RowKeys<Row>): void {
  const find = (): Row | undefined => {
    const lines = [...(frame.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])]
    const at = lines.findIndex((line) => line.matches(':focus-within'))
    return rows[at < 0 ? lines.findIndex((line) => line.matches(':hover')) : at]
  }
  const focusFirst = () => frame.current?.querySelector<HTMLElement>('tbody > tr')?.focus()
  useKeys(
    'x',
    () => {
      const row = find()
      if (row === undefined) focusFirst()
      else onSelect(row)
    },
    enabled,
  )
  useKeys('r', () => onRole(find()), enabled)
}
