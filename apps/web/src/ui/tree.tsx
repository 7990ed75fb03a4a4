import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { treeLines, treeStep, type TreeLine, type TreeNode } from '#lib/tree.ts'
import { TreeRow } from './tree-row.tsx'

interface TreeProps<T> {
  label: string
  nodes: readonly TreeNode<T>[]
  /** Returns the content of a row. */
  row: (data: T) => { label: ReactNode; tile?: ReactNode; after?: ReactNode; actions?: ReactNode; strong?: boolean }
  selected?: string | null
  /** Called on Enter or click; groups also open and close. */
  onSelect?: (node: TreeNode<T>) => void
  open: ReadonlySet<string>
  onOpenChange: (open: ReadonlySet<string>) => void
  indent?: number
}

export function Tree<T>({ label, nodes, row, selected = null, onSelect, open, onOpenChange, indent }: TreeProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const lines = treeLines(nodes, open)
  const has = (id: string | null) => lines.some((line) => line.node.id === id)
  const entry = [focused, selected].find((id) => has(id)) ?? lines[0]?.node.id

  const setOpen = (id: string, on: boolean) => {
    const next = new Set(open)
    if (on) next.add(id)
    else next.delete(id)
    onOpenChange(next)
  }
  const choose = (line: TreeLine<T>) => {
    if (line.open !== undefined) setOpen(line.node.id, !line.open)
    onSelect?.(line.node)
  }
  const type = (event: KeyboardEvent<HTMLDivElement>, line: TreeLine<T>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(line)
      return
    }
    const step = treeStep(lines, line.node.id, event.key)
    if (!step) return
    event.preventDefault()
    if ('focus' in step) list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(step.focus)}"]`)?.focus()
    else if ('open' in step) setOpen(step.open, true)
    else setOpen(step.close, false)
  }
  return (
    <div ref={list} role="tree" aria-label={label} className="flex flex-col">
      {lines.map((line) => (
        <TreeRow
          key={line.node.id}
          {...row(line.node.data)}
          line={line}
          indent={indent}
          selected={line.node.id === selected}
          focusable={line.node.id === entry}
          onFocus={() => setFocused(line.node.id)}
          onKeyDown={(event) => type(event, line)}
          onPress={() => choose(line)}
        />
      ))}
    </div>
  )
}
