import type { Canvas } from '../document/canvas.ts'

/** Something that mends a problem at once. */
export interface Fix {
  label: string
  apply: (canvas: Canvas) => Canvas
}

/** A fault that a person can mend. */
export interface Problem {
  id: string
  level: 'error' | 'warning'
  /** The node it is on; empty for the canvas as a whole. */
  nodeId: string
  message: string
  /** The field of the form in which it can be mended. */
  field?: string
  fix?: Fix
}
