import type { Import } from './imports.ts'
import type { Rule } from './rule.ts'
import type { SourceTree } from './source-tree.ts'

/** Modules must not load each other in a cycle. Types and `import()` do not count: they load nothing at startup. */
export const cycles: Rule = {
  name: 'cycles',
  *find(tree) {
    for (const group of strongComponents(valueImports(tree))) {
      const inside = new Set(group)
      for (const file of group)
        for (const item of tree.get(file)!.imports)
          if (item.kind === 'value' && inside.has(item.target))
            yield { ...item, reason: `part of a value-import cycle of ${group.length} files` }
    }
  },
}

const valueImports = (tree: SourceTree) =>
  new Map(
    [...tree.values()].map(({ path, imports }) => [
      path,
      imports.filter((item: Import) => item.kind === 'value' && tree.has(item.target)).map((item) => item.target),
    ]),
  )

/** Tarjan's algorithm without recursion: groups of files that can all reach each other. */
function strongComponents(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const groups: string[][] = []

  const enter = (node: string) => {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    open.push(node)
    isOpen.add(node)
    return { node, next: 0 }
  }
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node)!, value))

  for (const root of graph.keys()) {
    if (order.has(root)) continue
    const path = [enter(root)]
    while (path.length) {
      const step = path.at(-1)!
      const target = graph.get(step.node)![step.next++]
      if (target !== undefined) {
        if (!order.has(target)) path.push(enter(target))
        else if (isOpen.has(target)) lower(step.node, order.get(target)!)
        continue
      }
      path.pop()
      if (path.length) lower(path.at(-1)!.node, low.get(step.node)!)
      if (low.get(step.node) !== order.get(step.node)) continue
      const group = open.splice(open.indexOf(step.node))
      for (const node of group) isOpen.delete(node)
      if (group.length > 1 || graph.get(step.node)!.includes(step.node)) groups.push(group)
    }
  }
  return groups
}
