import type { PlanNode } from '#model.ts'
import type { Source } from './plan.ts'

type Writable = { streamTo: number[] }

/**
 * Finds for every emitting node the nodes whose text it shows, directly or through nodes that only pass a value on.
 * These nodes wake the emitter while they are still writing.
 */
export function linkStreams(nodes: readonly PlanNode[], showOuter: (source: Source & { from: 'node' }) => void): void {
  for (const emitter of nodes) {
    if (!emitter.kind.emits || !(emitter.config as { streaming?: boolean }).streaming) continue
    const seen = new Set<number>()
    for (const { source } of emitter.inputs) {
      if (source.from === 'node' && source.up > 0) showOuter(source)
      else follow(nodes, source, emitter.index, seen)
    }
  }
}

function follow(nodes: readonly PlanNode[], source: Source, emitter: number, seen: Set<number>): void {
  if (source.from !== 'node' || source.up !== 0 || source.path.length !== 1) return
  const writer = nodes[source.index]!
  const relayed = writer.kind.relays?.(writer.config, source.path[0]!)
  if (relayed) {
    if (seen.has(writer.index)) return
    seen.add(writer.index)
    for (const found of relayed) follow(nodes, found, emitter, seen)
    return
  }
  const { streamTo } = writer as unknown as Writable
  if (!streamTo.includes(emitter)) streamTo.push(emitter)
}
