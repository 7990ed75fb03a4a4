import type { Canvas } from '../document/canvas.ts'

/** A one-click fix. */
interface Fix {
  label: string
  apply: (canvas: Canvas) => Canvas
}

/** A problem that the user can fix. */
export interface Problem {
  id: string
  level: 'error' | 'warning'
  /** The node it belongs to; empty for the whole canvas. */
  nodeId: string
  message: string
  /** The form field that fixes it. */
  field?: string
  fix?: Fix
  /** The workflow in which it is to be mended, when that is another one. */
  workflowId?: string
}
