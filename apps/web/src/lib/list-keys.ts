import { type KeyboardEvent, useState } from 'react'

interface ListKeys<T> {
  active: T | undefined
  activeIndex: number
  setActive: (index: number) => void
  /** For the text field above the list: the focus stays there, and the arrows move the active row. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** The next row for an arrow key; wraps around. */
export function moveIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  return undefined
}

/** A list below a text field, navigated with arrows, opened with Enter. After a change its first row is active. */
export function useListKeys<T>(items: readonly T[], onPick: (item: T, event: KeyboardEvent) => void): ListKeys<T> {
  const [state, setState] = useState({ items, index: 0 })
  if (state.items !== items) setState({ items, index: 0 })
  const index = state.items === items ? state.index : 0
  const setActive = (next: number) => setState({ items, index: next })
  return {
    active: items[index],
    activeIndex: index,
    setActive,
    onKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return
      const next = moveIndex(event.key, index, items.length)
      if (next !== undefined) {
        event.preventDefault()
        setActive(next)
      }
      const active = items[index]
      if (event.key === 'Enter' && active !== undefined) {
        event.preventDefault()
        onPick(active, event)
      }
    },
  }
}
