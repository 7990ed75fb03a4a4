import { Handle, Position } from '@xyflow/react'
import { useDetail } from './detail-context.ts'
import type { PlacedPort } from '../layout/canvas-layout.ts'
import { card } from '../layout/card-size.ts'

const half = card.dot / 2

/** Handles for the pointer. Keyboard users connect nodes through the menu of a card. */
export function Ports({ nodeId, ports }: { nodeId: string; ports: readonly PlacedPort[] }) {
  const hasHandles = useDetail() !== 'block'
  // Edges do not need the handles, and at low zoom a handle is too small to hit.
  if (!hasHandles) return null
  return (
    <>
      {ports.map((port) => (
        <Handle
          key={`${port.type}:${port.id}`}
          id={port.id}
          type={port.type}
          position={port.side === 'left' ? Position.Left : Position.Right}
          style={{ left: port.x - half, top: port.y - half, right: 'auto', transform: 'none' }}
          className="node-port"
          data-node={nodeId}
          isConnectableStart={port.type === 'source'}
          isConnectableEnd={port.type === 'target'}
        />
      ))}
    </>
  )
}
