import { useT } from '#lib/i18n.ts'
import { RunState, type RunStateName } from '#ui/run-state.tsx'

const states: Record<number, RunStateName> = {
  0: 'waiting',
  1: 'running',
  2: 'done',
  3: 'failed',
  4: 'skipped',
  5: 'running',
  6: 'skipped',
  7: 'failed',
  8: 'skipped',
}
type Status = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The outcome of one firing of a trigger. */
export function FiringState({ status }: { status: number }) {
  const t = useT('workflow-trigger')
  return <RunState state={states[status] ?? 'waiting'} text={t(`firing.${status as Status}`)} />
}

/** Whether the firing is still in progress, so that its state will change. */
export const isUnderWay = (status: number): boolean => status === 0 || status === 1
