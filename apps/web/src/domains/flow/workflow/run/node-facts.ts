import type { NodeResult } from '@orrery/contract'
import type { RunStateName } from '#ui/run-state.tsx'

/** A node result with its texts parsed. */
export interface NodeFacts {
  state: RunStateName
  ms: number
  tokens: number
  cost: number
  /** The cause of a failure, or a warning. */
  error: string
  isWarning: boolean
  isCancelled: boolean
  isPinned: boolean
  attempts: number
  /** The branch that was taken. */
  port: string | undefined
  /** The id of the run of the called workflow within this run. */
  subExecuteId: string
  isTrimmed: boolean
}

const states: Record<number, RunStateName> = { 1: 'waiting', 2: 'running', 3: 'done', 4: 'failed' }
const numberIn = (text: string | undefined): number => Number.parseFloat(text ?? '') || 0

export function factsOf(result: NodeResult): NodeFacts {
  const extra = readObject(result.extra)
  const level = result.errorLevel.toLowerCase()
  // A cancelled node has not failed.
  const isCancelled = level === 'pending'
  return {
    state: isCancelled ? 'skipped' : (states[result.nodeStatus] ?? 'waiting'),
    ms: Math.round(numberIn(result.nodeExeCost) * 1000),
    tokens: numberIn(result.tokenAndCost.totalTokens),
    cost: numberIn(result.tokenAndCost.totalCost),
    error: result.errorInfo,
    isWarning: level === 'warn',
    isCancelled,
    isPinned: extra['pinned'] === true,
    attempts: typeof extra['attempts'] === 'number' ? extra['attempts'] : 1,
    port: typeof extra['port'] === 'string' ? extra['port'] : undefined,
    subExecuteId: result.subExecuteId ?? '',
    isTrimmed: extra['is_trimmed'] === true,
  }
}

export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

export function readRounds(result: NodeResult): NodeResult[] {
  if (!result.batch) return []
  try {
    const value: unknown = JSON.parse(result.batch)
    return Array.isArray(value) ? (value as (NodeResult | null)[]).filter((item) => item !== null) : []
  } catch {
    return []
  }
}

/** The state of a node with several rounds: failed before running, otherwise that of the last round. */
export function stateOfRounds(rounds: readonly NodeResult[]): number {
  if (rounds.some((round) => round.nodeStatus === 4)) return 4
  if (rounds.some((round) => round.nodeStatus === 2)) return 2
  return rounds.at(-1)?.nodeStatus ?? 1
}

/**
 * The node and round of a step on this canvas: `7` is a node, `5#2/7` is node 7 in the third round of loop 5. Deeper
 * paths belong to a called workflow on another canvas: null.
 */
export function placeOf(path: string): { nodeId: string; round?: number } | null {
  const [first, second, ...rest] = path.split('/')
  if (second === undefined) return { nodeId: first! }
  const [, round] = /#(\d+)$/.exec(first!) ?? []
  if (rest.length > 0 || round === undefined) return null
  // The rounds of a node in batch mode have the name of an inner node.
  const owner = first!.replace(/[~#].*$/, '')
  return { nodeId: second === `${owner}_inner` ? owner : second, round: Number(round) }
}

/** The round of the loop that contains a step, also in a called workflow. */
export function roundOf(path: string): number | undefined {
  const [, round] = /#(\d+)\/[^/]+$/.exec(path) ?? []
  return round === undefined ? undefined : Number(round)
}
