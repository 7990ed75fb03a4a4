export interface TreeNode<T> {
  id: string
  data: T
  children?: readonly TreeNode<T>[]
}

export interface TreeLine<T> {
  node: TreeNode<T>
  /** Starts at 1. */
  level: number
  parent: string | null
  open: boolean | undefined
  place: number
  siblings: number
}

/** The visible lines from top to bottom; `open` is undefined for a leaf. */
export function treeLines<T>(
  nodes: readonly TreeNode<T>[],
  open: ReadonlySet<string>,
  level = 1,
  parent: string | null = null,
): TreeLine<T>[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children ? open.has(node.id) : undefined
    const line = { node, level, parent, open: isOpen, place: index + 1, siblings: nodes.length }
    return isOpen ? [line, ...treeLines(node.children ?? [], open, level + 1, node.id)] : [line]
  })
}

export type TreeStep = { focus: string } | { open: string } | { close: string } | null

/** Keyboard navigation of a tree, as on every desktop. */
export function treeStep(lines: readonly TreeLine<unknown>[], current: string, key: string): TreeStep {
  const at = lines.findIndex((line) => line.node.id === current)
  const line = lines[at]
  if (!line) return null
  const focus = (index: number): TreeStep => (lines[index] ? { focus: lines[index].node.id } : null)
  if (key === 'ArrowDown') return focus(at + 1)
  if (key === 'ArrowUp') return focus(at - 1)
  if (key === 'Home') return focus(0)
  if (key === 'End') return focus(lines.length - 1)
  if (key === 'ArrowRight') {
    if (line.open === false) return { open: current }
    return line.open && lines[at + 1]?.parent === current ? focus(at + 1) : null
  }
  if (key === 'ArrowLeft') {
    if (line.open) return { close: current }
    return line.parent === null ? null : { focus: line.parent }
  }
  return null
}
