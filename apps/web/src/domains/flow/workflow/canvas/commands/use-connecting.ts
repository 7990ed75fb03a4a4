import type { Connection, FinalConnectionState, IsValidConnection } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import type { Point } from '../../document/canvas.ts'
import { findNode } from '../../document/canvas-index.ts'
import { refusalOf } from '../../document/connection-rules.ts'
import { useDocumentStore } from '../../document/document-context.tsx'
import type { Line } from '../../document/edits/edge-edits.ts'
import type { AddAt } from '../canvas-context.ts'
import type { Commands } from './canvas-commands.ts'
import type { Spot } from './insert-commands.ts'
import type { FlowEdge } from '../flow/flow-model.ts'

interface Deps {
  commands: Commands
  spotAt: (screen: Point) => Spot
  openAdd: (at: AddAt) => void
}

/** Dragging edges: to a port, to a card, or to an empty place, where the menu offers nodes to add. */
export function useConnecting({ commands, spotAt, openAdd }: Deps) {
  const store = useDocumentStore()
  /** The edge that is being reconnected. */
  const moved = useRef<string | undefined>(undefined)
  return useMemo(() => {
    const isValidConnection: IsValidConnection<FlowEdge> = (connection) =>
      refusalOf(store.get(), lineOf(connection), moved.current) === null
    const onConnect = (connection: Connection) => void commands.connect(lineOf(connection))
    const onReconnectStart = (_: unknown, edge: FlowEdge) => {
      moved.current = edge.id
    }
    const onReconnect = (edge: FlowEdge, connection: Connection) => void commands.connect(lineOf(connection), edge.id)
    const onReconnectEnd = (_: unknown, edge: FlowEdge, __: unknown, state: FinalConnectionState) => {
      moved.current = undefined
      // Dropped on an empty place: the edge is removed.
      if (!state.toHandle && !state.toNode) commands.disconnect([edge.id])
    }
    const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      if (moved.current || !state.fromNode || state.fromHandle?.type !== 'source' || state.isValid) return
      const from = { source: state.fromNode.id, sourcePort: state.fromHandle.id ?? '' }
      const screen = pointOf(event)
      if (state.toHandle)
        return void commands.connect(
          lineOf({ ...connectionOf(from), target: state.toHandle.nodeId, targetHandle: state.toHandle.id ?? null }),
        )
      const under = document
        .elementFromPoint(screen.x, screen.y)
        ?.closest<HTMLElement>('.react-flow__node-card, .react-flow__node-round')
      const target = under?.dataset['id'] === undefined ? undefined : findNode(store.get(), under.dataset['id'])
      const isInside = target && target.id === spotAt(screen).parentId
      if (target && !isInside && target.id !== from.source)
        return void commands.connect({ source: from.source, sourcePort: from.sourcePort, target: target.id })
      if (!target || isInside) openAdd({ from, at: spotAt(screen).at ?? { x: 0, y: 0 }, screen })
    }
    return { isValidConnection, onConnect, onConnectEnd, onReconnectStart, onReconnect, onReconnectEnd }
  }, [store, commands, spotAt, openAdd])
}

const connectionOf = (from: { source: string; sourcePort: string }) => ({
  source: from.source,
  sourceHandle: from.sourcePort || null,
})

const lineOf = (connection: Connection | FlowEdge): Line => ({
  source: connection.source,
  target: connection.target,
  sourcePort: connection.sourceHandle ?? '',
  targetPort: connection.targetHandle ?? '',
})

function pointOf(event: MouseEvent | TouchEvent): Point {
  const at = 'changedTouches' in event ? event.changedTouches[0]! : event
  return { x: at.clientX, y: at.clientY }
}
