import type { ShownTagNode } from '@orrery/contract'
import { sha256 } from '#kit/secrets.ts'

/** Numeric id of a tag on the wire: a hash of its path, stable until the tag is renamed. */
export const nodeId = (path: string): string =>
  path === '' ? '0' : String(Number.parseInt(sha256(path).slice(0, 12), 16) + 1)

/** Tags as a tree: "a/b" is b below a. */
export function treeOf(tags: readonly string[]): ShownTagNode {
  const root: ShownTagNode = { name: '', node_id: nodeId(''), children: [] }
  for (const tag of tags) {
    let at = root
    let path = ''
    for (const name of tag.split('/').filter(Boolean)) {
      path = path ? `${path}/${name}` : name
      let next = at.children.find((child) => child.name === name)
      if (!next) at.children.push((next = { name, node_id: nodeId(path), children: [] }))
      at = next
    }
  }
  return root
}
