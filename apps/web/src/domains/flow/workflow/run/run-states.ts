import { formatDuration } from '#lib/format.ts'
import type { Texts } from '#lib/i18n.ts'
import { createStore } from '#lib/store.ts'
import type { RunStateName } from '#ui/run-state.tsx'
import { factsOf } from './node-facts.ts'
import { isLive, type NodeEntry, type RunSnapshot } from './run-model.ts'
import type { NodeRun, RunStates } from '../document/canvas-overlays.tsx'
import type { RunStore } from './run-store.ts'

type RunTexts = Texts<'workflow-run'>

/** How often the duration of running nodes is updated. */
const tick = 500

/** The run states for cards and edges. Each returned object stays the same until it changes. */
export function createRunStates(store: RunStore, texts: () => RunTexts): RunStates {
  const { current: seen, set, subscribe } = createStore(store.current())
  const cards = new Map<string, NodeRun | undefined>()
  let timer: ReturnType<typeof setInterval> | undefined

  const refresh = () => {
    const run = store.current()
    for (const [id, before] of cards) {
      const next = cardOf(run, id, texts(), Date.now())
      if (!isSame(before, next)) cards.set(id, next)
    }
    set(run)
    const isRunning = run.phase === 'running'
    if (isRunning && timer === undefined) timer = setInterval(refresh, tick)
    else if (!isRunning) {
      clearInterval(timer)
      timer = undefined
    }
  }
  store.subscribe(refresh)
  store.pins.subscribe(refresh)
  const node = (id: string): NodeRun | undefined => {
    if (!cards.has(id)) cards.set(id, cardOf(seen(), id, texts(), Date.now()))
    return cards.get(id)
  }
  return {
    node,
    edge: (edge) => edgeOf(seen(), edge),
    isPinned: (id) => store.pins.current().has(id),
    subscribe,
  }
}

const isSame = (a: NodeRun | undefined, b: NodeRun | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.state === b.state &&
    a.text === b.text &&
    a.note === b.note &&
    a.port === b.port)

export function stateOf(run: RunSnapshot, nodeId: string): RunStateName | undefined {
  if (run.phase === 'idle') return undefined
  const entry = run.nodes.get(nodeId)
  if (entry) return entry.result.nodeStatus === 1 ? 'waiting' : factsOf(entry.result).state
  if (run.kind === 'node') return undefined
  if (run.error !== null) return undefined
  return run.skipped.has(nodeId) || !isLive(run.phase) ? 'skipped' : 'waiting'
}

function cardOf(run: RunSnapshot, nodeId: string, t: RunTexts, now: number): NodeRun | undefined {
  const state = stateOf(run, nodeId)
  if (state === undefined) return undefined
  const entry = run.nodes.get(nodeId)
  if (!entry) return { state }
  const facts = factsOf(entry.result)
  const asks = run.questions.find((question) => question.node_id === nodeId)
  if (asks) return { state: 'running', text: t('card.asks') }
  const card: NodeRun = { state, text: textOf(entry, state, t, now) }
  if (state === 'failed') card.note = formatDuration(facts.ms)
  else if (facts.tokens > 0) card.note = t('tokens', { count: facts.tokens })
  else if (entry.rounds.length > 0) card.note = t('rounds', { count: entry.rounds.length })
  if (facts.port !== undefined) card.port = facts.port
  return card
}

function textOf(entry: NodeEntry, state: RunStateName, t: RunTexts, now: number): string {
  const facts = factsOf(entry.result)
  if (state === 'running')
    return t('card.running', { time: formatDuration(entry.startedAt ? now - entry.startedAt : 0) })
  if (facts.isCancelled) return t('card.cancelled')
  if (state === 'failed') {
    const cause = shortCause(facts.error)
    return facts.attempts > 1 ? t('card.failedTries', { cause, count: facts.attempts }) : cause
  }
  if (facts.isPinned) return t('card.fromPin')
  const way = facts.port === undefined ? undefined : branchOf(facts.port)
  const time = formatDuration(facts.ms)
  return way ? t('card.took', { time, way: t(`way.${way}`) }) : time
}

/** The name of a standard branch; undefined for options, which have names of their own on the card. */
function branchOf(port: string): 'if' | 'elseIf' | 'else' | 'error' | undefined {
  if (port === 'true') return 'if'
  if (port === 'false') return 'else'
  if (port === 'branch_error') return 'error'
  return /^true_\d+$/.test(port) ? 'elseIf' : undefined
}

/** The beginning of the cause; the panel shows all of it. */
const shortCause = (text: string): string => {
  const [line = ''] = text.split('\n')
  return line.length > 48 ? `${line.slice(0, 47)}…` : line
}

/** The state of an edge: that of its target if the source took this edge, otherwise skipped, which is drawn dotted. */
export function edgeOf(run: RunSnapshot, edge: Parameters<RunStates['edge']>[0]): RunStateName | undefined {
  const { source, target, sourcePort, parentId } = edge
  if (run.phase === 'idle' || run.kind === 'node') return undefined
  const from = stateOf(run, source)
  const to = stateOf(run, target)
  if (from === undefined || to === undefined) return undefined
  // Inside a loop, the first edge starts at the loop itself and the last one ends there.
  if (parentId !== undefined && source === parentId) return to
  if (parentId !== undefined && target === parentId) return from === 'failed' ? 'skipped' : from
  if (from !== 'done') return from === 'waiting' || from === 'running' ? 'waiting' : 'skipped'
  const entry = run.nodes.get(source)
  const taken = entry && factsOf(entry.result).port
  return taken !== undefined && sourcePort !== '' && taken !== sourcePort ? 'skipped' : to
}
