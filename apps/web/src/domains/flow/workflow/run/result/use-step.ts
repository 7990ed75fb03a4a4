import type { NodeResult } from '@orrery/contract'
import { useState } from 'react'
import { placeOf } from '../node-facts.ts'
import { useRun } from '../run-context.ts'
import type { Line } from './timeline-lines.ts'

export interface ShownStep {
  /** The result of the node; undefined for steps of called workflows. */
  result: NodeResult | undefined
  input: string
  output: string
  error: string
  round: number
  rounds: number
  setRound: (round: number) => void
}

/** Details of a step in the selected round. */
export function useStep(line: Line): ShownStep {
  const place = placeOf(line.path)
  const entry = useRun((run) => (place ? run.nodes.get(place.nodeId) : undefined))
  const step = useRun((run) => run.steps.get(line.path))
  const [turned, setTurned] = useState<{ path: string; round: number } | null>(null)
  const rounds = entry?.rounds ?? []
  const failed = rounds.findIndex((round) => round.nodeStatus === 4)
  const own = place?.round === undefined ? -1 : rounds.findIndex((round) => round.index === place.round)
  const first = own >= 0 ? own : failed >= 0 ? failed : Math.max(0, rounds.length - 1)
  const round = turned?.path === line.path ? turned.round : first
  const result = rounds.length > 0 ? rounds[round] : entry?.result
  return {
    result,
    input: step?.input ?? '',
    output: step?.output ?? '',
    error: result?.errorInfo ?? step?.error ?? '',
    round,
    rounds: rounds.length,
    setRound: (next) => setTurned({ path: line.path, round: next }),
  }
}
