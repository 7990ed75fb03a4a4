import type { SourceTree } from './source-tree.ts'

/** One broken rule: `target` is what the file imports or writes and must not. */
export interface Violation {
  file: string
  line: number
  target: string
  reason: string
}
export interface Rule {
  name: string
  find(tree: SourceTree): Iterable<Violation>
}
