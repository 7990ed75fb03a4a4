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
  /** Still to be filled in, in a place that nobody has touched: nothing to alarm people with before they run it. */
  isTodo?: boolean
  /** The node it belongs to; empty for the whole canvas. */
  nodeId: string
  message: string
  /** The form field that fixes it. */
  field?: string
  fix?: Fix
  /** The workflow in which it is to be mended, when that is another one. */
  workflowId?: string
}

/** What keeps the workflow from running, what is doubtful, and what nobody has begun to fill in. */
export const sortProblems = <P extends Pick<Problem, 'level' | 'isTodo'>>(problems: readonly P[]) => ({
  errors: problems.filter((problem) => !problem.isTodo && problem.level === 'error'),
  warnings: problems.filter((problem) => !problem.isTodo && problem.level === 'warning'),
  todo: problems.filter((problem) => problem.isTodo),
})
