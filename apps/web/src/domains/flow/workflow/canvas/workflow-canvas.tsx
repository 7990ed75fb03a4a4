import { ReactFlowProvider } from '@xyflow/react'
import './canvas.css'
import { CanvasBody } from './canvas-body.tsx'

interface WorkflowCanvasProps {
  /** False: zoom and minimap only, for old versions and comparisons. */
  isEditor?: boolean
}

/** The canvas of the surrounding DocumentProvider and EditorProvider; read-only when the document is. */
export function WorkflowCanvas({ isEditor = true }: WorkflowCanvasProps) {
  return (
    <ReactFlowProvider>
      <CanvasBody isEditor={isEditor} />
    </ReactFlowProvider>
  )
}
