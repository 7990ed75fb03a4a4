import type { SourceTree } from './source-tree.ts'

/** One violation: `target` is what the file must not import or write. */
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
