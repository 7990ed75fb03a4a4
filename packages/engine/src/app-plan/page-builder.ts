import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { freeName, newKey, type NewNode, nodeFor, takenNames } from '#interface/change.ts'
import { applyEdits, set } from '#interface/edit.ts'

/** Collects edits of one page; each new part sees the parts added before it. */
export function pageBuilder(document: InterfaceDocument, page: string) {
  let at = document
  const edits: InterfaceEdit[] = []
  const taken = takenNames(document)
  function push(...more: InterfaceEdit[]) {
    edits.push(...more)
    at = applyEdits(at, more)
  }
  return {
    edits,
    push,
    now: () => at,
    add(parent: string, made: NewNode, onPage = page): { id: string; name: string } {
      const id = newKey(made.type)
      const node = nodeFor(at, { page: onPage, parent }, made, taken)
      push(set(node, 'nodes', id))
      return { id, name: node.name }
    },
    /** Adds a source with the rows of a table, or reuses a source of the same table and page size. */
    rows(table: string, wanted: string, size: number): string {
      const found = Object.entries(at.sources).find(
        ([, source]) => source.kind === 'table' && source.target === table && source.size === size,
      )
      if (found) return found[0]
      const name = freeName(taken, wanted)
      taken.add(name)
      push(set({ kind: 'table', target: table, size, sort: '', descending: false, search: '' }, 'sources', name))
      return name
    },
    source(value: object, wanted: string): string {
      const name = freeName(taken, wanted)
      taken.add(name)
      push(set(value, 'sources', name))
      return name
    },
    variable(wanted: string): string {
      let name = freeName(new Set(Object.keys(at.variables)), wanted)
      while (Object.hasOwn(at.variables, name)) name = `${name}_`
      push(set({ initial: '' }, 'variables', name))
      return name
    },
  }
}
export type PageBuilder = ReturnType<typeof pageBuilder>
