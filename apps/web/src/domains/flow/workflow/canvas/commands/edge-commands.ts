import { blocksOf, type Canvas, type CanvasNode } from '../../document/canvas.ts'
import { findNode, indexOf } from '../../document/canvas-index.ts'
import { type Refusal, refusalOf } from '../../document/connection-rules.ts'
import { connect, disconnect, type Line, reconnect } from '../../document/edits/edge-edits.ts'
import type { CommandContext } from './command-context.ts'

/** Connects and disconnects nodes. */
export function createEdgeCommands({ store, t, announce, refuse, canvas, describeNodes }: CommandContext) {
  return {
    /** Adds an edge, or moves the edge `replaced` to these ends. Returns the reason if this is not allowed. */
    connect(line: Line, replaced?: string): Refusal | null {
      const refusal = refusalOf(canvas(), line, replaced)
      if (refusal) {
        refuse(t(`refused.${refusal}`))
        return refusal
      }
      store.apply((now) => (replaced ? reconnect(now, replaced, line) : connect(now, line)), {
        label: t('step.connect'),
      })
      const [source, target] = [findNode(canvas(), line.source), findNode(canvas(), line.target)]
      announce(
        t('said.connected', { from: source ? describeNodes([source]) : '', to: target ? describeNodes([target]) : '' }),
      )
      return null
    },
    disconnect(ids: readonly string[]): void {
      store.apply((now) => disconnect(now, ids), { label: t('step.disconnect') })
      announce(t('step.disconnect'))
    },
  }
}

/** Nodes that this port may be connected to, for the menu that connects without a pointer. */
export function targetsOf(canvas: Canvas, source: CanvasNode, sourcePort: string): CanvasNode[] {
  const { parent } = indexOf(canvas).get(source.id) ?? {}
  const level = parent ? blocksOf(parent) : canvas.nodes
  return level.filter((target) => refusalOf(canvas, { source: source.id, target: target.id, sourcePort }) === null)
}
