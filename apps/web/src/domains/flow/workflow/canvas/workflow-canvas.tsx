import { ReactFlowProvider } from '@xyflow/react'
import './canvas.css'
import { CanvasBody } from './canvas-body.tsx'

interface WorkflowCanvasProps {
  /** Without it there are zoom and map only: old versions, comparisons, drafts to look at. */
  isEditor?: boolean
}

/** The canvas of the document around it. It needs a DocumentProvider and an EditorProvider; who may not edit, cannot. */
export function WorkflowCanvas({ isEditor = true }: WorkflowCanvasProps) {
  return (
    <ReactFlowProvider>
      <CanvasBody isEditor={isEditor} />
    </ReactFlowProvider>
  )
}
