import type { Canvas } from '../document/canvas.ts'

/** A one-click fix. */
interface Fix {
  label: string
  apply: (canvas: Canvas) => Canvas
}

/** A problem that a person can fix. */
export interface Problem {
  id: string
  level: 'error' | 'warning'
  /** A value that is still missing in a part that nobody has edited. It raises no alarm before the first run. */
  isTodo?: boolean
  /** The node it belongs to; empty for the whole canvas. */
  nodeId: string
  message: string
  /** The form field that fixes it. */
  field?: string
  fix?: Fix
  /** The workflow that contains the problem, if it is not this one. */
  workflowId?: string
}

/** Groups problems: errors prevent a run, warnings do not, todos are parts that nobody has filled in yet. */
export const sortProblems = <P extends Pick<Problem, 'level' | 'isTodo'>>(problems: readonly P[]) => ({
  errors: problems.filter((problem) => !problem.isTodo && problem.level === 'error'),
  warnings: problems.filter((problem) => !problem.isTodo && problem.level === 'warning'),
  todo: problems.filter((problem) => problem.isTodo),
})
