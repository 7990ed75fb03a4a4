import { Handle, Position } from '@xyflow/react'
import { useDeferredValue } from 'react'
import { useDetail } from './detail-context.ts'
import type { PlacedPort } from './layout/canvas-layout.ts'

/** Where lines begin and end. They are pointed at; without a pointer the menu of a card connects. */
export function Ports({ nodeId, ports }: { nodeId: string; ports: readonly PlacedPort[] }) {
  const isNear = useDetail() !== 'block'
  const isDrawn = useDeferredValue(true, false)
  // Lines know where ports are without them: from far away nobody could hit one, nor while the canvas moves.
  if (!isNear || !isDrawn) return null
  return (
    <>
      {ports.map((port) => (
        <Handle
          key={`${port.type}:${port.id}`}
          id={port.id}
          type={port.type}
          position={port.side === 'left' ? Position.Left : Position.Right}
          style={{ left: port.x, top: port.y, right: 'auto', translate: '-50% -50%', transform: 'none' }}
          className="node-port"
          data-node={nodeId}
          isConnectableStart={port.type === 'source'}
          isConnectableEnd={port.type === 'target'}
        />
      ))}
    </>
  )
}
