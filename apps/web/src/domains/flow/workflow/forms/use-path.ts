import { readPath, writePath } from '@orrery/engine/describe'
import { useCallback } from 'react'
import { useNodeForm } from './form-context.tsx'

/** The part of a node's data at a path. Edits with the same key in quick succession are one undo step. */
export function usePath(path: string): [value: unknown, set: (value: unknown, merge?: string) => void] {
  const { data, change } = useNodeForm()
  const set = useCallback(
    (value: unknown, merge?: string) =>
      change((before) => writePath(before, path, value), merge === undefined ? undefined : `${path}/${merge}`),
    [change, path],
  )
  return [readPath(data, path), set]
}

/** An array at a path, with functions to edit it. */
export function useList<T>(path: string) {
  const [raw, set] = usePath(path)
  const list = (Array.isArray(raw) ? raw : []) as readonly T[]
  return {
    list,
    set: (next: readonly T[], merge?: string) => set(next, merge),
    replace: (index: number, item: T, merge?: string) => set(list.with(index, item), merge && `${index}/${merge}`),
    add: (item: T) => set([...list, item]),
    remove: (index: number) => set(list.toSpliced(index, 1)),
    move: (from: number, to: number) => {
      if (to < 0 || to >= list.length) return
      set(list.toSpliced(from, 1).toSpliced(to, 0, list[from]!))
    },
  }
}
