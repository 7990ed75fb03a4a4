import type { InterfaceDocument } from '@orrery/contract'
import { manifestOf } from './manifest.ts'
import { chatActs } from './page-tools.ts'

export type RightAct = 'run' | 'chat' | 'read' | 'add' | 'change' | 'delete' | 'frame' | 'act'
/** One permission of a published interface. */
export interface InterfaceRight {
  act: RightAct
  /** The id of a workflow, a table or a bot, or the name of a package. */
  target: string
  /** Whether the action changes data. */
  writes: boolean
}

/** Everything that an interface may read and write once it is published; the server refuses everything else. */
export function rightsOf(document: InterfaceDocument): InterfaceRight[] {
  const { workflows, tables, writes, chat } = manifestOf(document)
  const tableOf = (name: string) => {
    const source = Object.hasOwn(document.sources, name) ? document.sources[name] : undefined
    return source?.kind === 'table' ? [source.target] : []
  }
  const written = (names: readonly string[]) => new Set(names.flatMap(tableOf))
  const [added, changed, deleted] = [writes.insert, writes.update, writes.remove].map(written)
  const right = (act: RightAct, target: string, isWrite = false): InterfaceRight => ({ act, target, writes: isWrite })
  return [
    // A workflow may change data on its own.
    ...workflows.map((id) => right('run', id, true)),
    ...(chat ? [right('chat', chat, true)] : []),
    ...(chat && chatActs(document) ? [right('act', chat)] : []),
    ...tables.flatMap((id) => [
      right('read', id),
      ...(added!.has(id) ? [right('add', id, true)] : []),
      ...(changed!.has(id) ? [right('change', id, true)] : []),
      ...(deleted!.has(id) ? [right('delete', id, true)] : []),
    ]),
    ...Object.keys(document.packages ?? {}).map((name) => right('frame', name)),
  ]
}
