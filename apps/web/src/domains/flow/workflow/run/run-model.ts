import type { NodeResult, RunProcess } from '@orrery/contract'
import type { RunStateName } from '#ui/run-state.tsx'
import { factsOf, placeOf, readRounds, stateOfRounds } from './node-facts.ts'

export type RunPhase = 'idle' | 'starting' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'
export type RunKind = 'test' | 'node' | 'again' | 'opened'
export type NodeQuestion = RunProcess['nodeEvents'][number]

/** The state of one node of the canvas, with all of its rounds if it ran in a loop or batch. */
export interface NodeEntry {
  result: NodeResult
  rounds: readonly NodeResult[]
  /** Approximate start time: when this client saw the node start. */
  startedAt: number
}

/** A row of the timeline: a node in one round. Includes nodes of called workflows. */
export interface Step {
  path: string
  nodeId: string
  title: string
  /** Display key of the node type, as in results. */
  type: string
  state: RunStateName
  /** In ms since the start of the run. */
  offset: number
  ms: number
  tokens: number
  round?: number
  depth: number
  input: string
  output: string
  error: string
}

/** Message of a node during the run. */
export interface RunMessage {
  nodeId: string
  title: string
  /** Path of the node and its round; undefined if the message comes from a result. */
  path?: string
  text: string
  isDone: boolean
}

export interface RunSnapshot {
  phase: RunPhase
  kind: RunKind
  executeId: string
  /** The node that ran alone, or from which the run was repeated. */
  nodeId: string
  startedAt: number
  ms: number
  tokens: number
  cost: number
  reason: string
  logId: string
  nodes: ReadonlyMap<string, NodeEntry>
  skipped: ReadonlySet<string>
  steps: ReadonlyMap<string, Step>
  questions: readonly NodeQuestion[]
  messages: readonly RunMessage[]
  /** The error if the run could not be started or opened. */
  error: unknown
}

export const noRun: RunSnapshot = {
  phase: 'idle',
  kind: 'test',
  executeId: '',
  nodeId: '',
  startedAt: 0,
  ms: 0,
  tokens: 0,
  cost: 0,
  reason: '',
  logId: '',
  nodes: new Map(),
  skipped: new Set(),
  steps: new Map(),
  questions: [],
  messages: [],
  error: null,
}

export const isLive = (phase: RunPhase): boolean => phase === 'starting' || phase === 'running' || phase === 'waiting'

const finalPhases: Record<number, RunPhase> = { 2: 'done', 3: 'failed', 4: 'cancelled' }
const phaseOf = (process: RunProcess): RunPhase =>
  finalPhases[process.executeStatus] ?? (process.nodeEvents.length > 0 ? 'waiting' : 'running')

/** Updates the run from the server's record. Steps are not part of it, because the record has no times. */
export function withProcess(run: RunSnapshot, process: RunProcess, now: number): RunSnapshot {
  const nodes = new Map<string, NodeEntry>()
  for (const result of process.nodeResults)
    nodes.set(result.nodeId, {
      result,
      rounds: readRounds(result),
      startedAt: run.nodes.get(result.nodeId)?.startedAt ?? now,
    })
  return {
    ...run,
    phase: phaseOf(process),
    executeId: process.executeId,
    nodes,
    ms: Math.round((Number.parseFloat(process.workflowExeCost) || 0) * 1000),
    tokens: Number.parseFloat(process.tokenAndCost.totalTokens) || 0,
    cost: Number.parseFloat(process.tokenAndCost.totalCost) || 0,
    reason: process.reason,
    logId: process.logID,
    questions: process.nodeEvents,
    messages: [...run.messages, ...missedMessages(run, process)],
  }
}

/** Messages that were sent before the stream opened, taken from the results. */
function missedMessages(run: RunSnapshot, process: RunProcess): RunMessage[] {
  const known = new Set(run.messages.map((message) => message.nodeId))
  return process.nodeResults
    .filter((result) => result.NodeType === 'Message' && result.nodeStatus === 3 && !known.has(result.nodeId))
    .flatMap((result) => {
      const rounds = readRounds(result)
      return (rounds.length > 0 ? rounds : [result]).map(({ output }) => ({
        nodeId: result.nodeId,
        title: result.NodeName,
        text: output,
        isDone: true,
      }))
    })
}

/** Applies an event of the stream to the run. */
export function withEvent(run: RunSnapshot, event: string, data: unknown, now: number): RunSnapshot {
  if (event === 'process' || event === 'end') return withProcess(run, data as RunProcess, now)
  if (event === 'node') {
    const { path, result } = data as { path: string; result: NodeResult }
    return withNode(run, path, result, now)
  }
  if (event === 'skipped') {
    const { node_id: nodeId } = data as { node_id: string }
    return { ...run, skipped: new Set(run.skipped).add(nodeId) }
  }
  if (event === 'message') {
    const { node_id: nodeId, node_title: title, path, text, offset, finish } = data as MessagePiece
    return withMessage(run, { nodeId, title, path, text, isDone: finish }, offset)
  }
  return run
}

/** Applies a node that started, finished or failed. */
function withNode(run: RunSnapshot, path: string, result: NodeResult, now: number): RunSnapshot {
  const steps = new Map(run.steps).set(path, stepOf(run, path, result, now))
  const tokens = [...steps.values()].reduce((sum, step) => sum + step.tokens, 0)
  const place = placeOf(path)
  if (!place) return { ...run, steps, tokens }
  const before = run.nodes.get(place.nodeId)
  const entry: NodeEntry = { result, rounds: [], startedAt: before?.startedAt || now }
  if (place.round !== undefined) {
    const others = (before?.rounds ?? []).filter((round) => round.index !== place.round)
    const rounds = [...others, { ...result, index: place.round }].toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    Object.assign(entry, { rounds, result: { ...result, nodeStatus: stateOfRounds(rounds) } })
    if (rounds.every((round) => round.nodeStatus !== 2)) entry.startedAt = now
  } else if (before && before.rounds.length > 0) entry.rounds = before.rounds
  return { ...run, nodes: new Map(run.nodes).set(place.nodeId, entry), steps, tokens }
}

function stepOf(run: RunSnapshot, path: string, result: NodeResult, now: number): Step {
  const facts = factsOf(result)
  const before = run.steps.get(path)
  const place = placeOf(path)
  return {
    path,
    nodeId: place?.nodeId ?? result.nodeId,
    title: result.NodeName,
    type: result.NodeType,
    state: facts.state,
    offset: before?.offset ?? Math.max(0, now - run.startedAt - facts.ms),
    ms: facts.ms,
    tokens: facts.tokens,
    ...(place?.round === undefined ? {} : { round: place.round }),
    depth: path.split('/').length - 1,
    input: result.input,
    output: result.output,
    error: result.errorInfo,
  }
}

interface MessagePiece {
  node_id: string
  node_title: string
  path: string
  text: string
  /** Offset of the piece within its message. */
  offset: number
  finish: boolean
}

/** Inserts the piece at its offset, because a stream that reconnects repeats messages from their start. */
function withMessage(run: RunSnapshot, piece: RunMessage, offset: number): RunSnapshot {
  const messages = run.messages.filter(({ nodeId, path }) => path !== undefined || nodeId !== piece.nodeId)
  const at = messages.findLastIndex(({ path }) => path === piece.path)
  const before = messages[at]
  if (!before) return { ...run, messages: [...messages, piece] }
  return { ...run, messages: messages.with(at, { ...piece, text: before.text.slice(0, offset) + piece.text }) }
}
