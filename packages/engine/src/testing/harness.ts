import { compile } from '#canvas/compile.ts'
import { EngineError } from '#errors.ts'
import type { Checkpoint, InterruptEvent, RunEvent, RunResult } from '#run/events.ts'
import { resume } from '#run/resume.ts'
import { start, type StartOptions } from '#run/start.ts'
import { warningText } from '#values/convert.ts'
import type { Values } from '#values/own.ts'
import { createWorld, type World, type WorldOptions } from './ports.ts'

/** One canvas and its exact expected outcome. */
export interface Case {
  name: string
  canvas: unknown
  input?: Values
  world?: WorldOptions
  options?: Partial<StartOptions>
  /** Answers to the interrupts, in order. */
  answers?: string[]
  expect: Expected
}
export interface Expected {
  output?: Values
  text?: string
  status?: RunResult['status']
  /** Error of the run or of the compiler. */
  error?: { code: number; node?: string; message?: RegExp }
  /** Outputs of nodes by path. */
  nodes?: Record<string, unknown>
  warnings?: Record<string, string>
  skipped?: string[]
  /** Text of each message node by path, pieces joined by `|`. */
  messages?: Record<string, string>
  /** Numbers of the messages of a node, by node id. */
  sequence?: Record<string, number[]>
  /** Tokens of the whole run. */
  usage?: { input: number; output: number }
  interrupts?: { type: number; data: unknown }[]
  asked?: (world: World) => void
}

export interface Observed {
  result: RunResult | undefined
  events: RunEvent[]
  thrown: EngineError | undefined
  interrupts: { type: number; data: unknown }[]
  world: World
}

/** Runs a case to its end and answers its questions. Checkpoints go through JSON, as they would in a database. */
export async function observe(item: Case): Promise<Observed> {
  const world = createWorld(item.world)
  const observed: Observed = { result: undefined, events: [], thrown: undefined, interrupts: [], world }
  const onEvent = (event: RunEvent) => {
    observed.events.push(event)
  }
  try {
    const plan = compile(JSON.parse(JSON.stringify(item.canvas)), { workflowId: 'root' })
    const common = { ports: world.ports, onEvent, ...item.options }
    observed.result = await start(plan, { runId: 'run', input: item.input ?? {}, ...common }).result
    for (const data of item.answers ?? []) {
      if (observed.result.status !== 'interrupted') break
      const first: InterruptEvent | undefined = observed.result.interrupts[0]
      observed.interrupts.push({ type: first!.type, data: JSON.parse(first!.data) })
      const saved = JSON.parse(JSON.stringify(observed.result.checkpoint)) as Checkpoint
      observed.result = await resume(plan, saved, { ...common, answer: { eventId: first!.id, data } }).result
    }
    if (observed.result.status === 'interrupted') {
      for (const left of observed.result.interrupts)
        observed.interrupts.push({ type: left.type, data: JSON.parse(left.data) })
    }
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown
    observed.thrown = thrown
  }
  return observed
}

/** The actual outcome in the format of `Expected`. */
export function summarise(observed: Observed, expected: Expected): Values {
  const { result, events, thrown } = observed
  const found: Values = {}
  if (expected.error) {
    const error = thrown ?? (result?.status === 'failed' ? result.error : undefined)
    found.error = error && { code: error.code, node: expected.error.node && error.nodeId, message: error.message }
  }
  if (expected.status || !expected.error) found.status = result?.status ?? `not run: ${thrown?.message}`
  if (result?.status === 'failed' && !expected.error) found.why = result.error
  if (expected.output) found.output = result?.status === 'success' ? result.output : undefined
  if (expected.text !== undefined) found.text = result?.status === 'success' ? result.text : undefined
  const finished = events.filter((event) => event.type === 'node.finished')
  if (expected.nodes) {
    found.nodes = Object.fromEntries(
      Object.keys(expected.nodes).map((path) => [path, finished.findLast((item) => item.path === path)?.output]),
    )
  }
  if (expected.warnings) {
    const all = finished.filter((item) => item.warnings.length).map((item) => [item.path, warningText(item.warnings)])
    found.warnings = Object.fromEntries(all)
  }
  if (expected.skipped)
    found.skipped = events.filter((event) => event.type === 'node.skipped').map((event) => event.path)
  if (expected.messages) {
    const pieces: Record<string, string[]> = {}
    for (const event of events) if (event.type === 'message') (pieces[event.path] ??= []).push(event.text)
    found.messages = Object.fromEntries(Object.entries(pieces).map(([path, list]) => [path, list.join('|')]))
  }
  if (expected.sequence) {
    const numbers: Record<string, number[]> = {}
    for (const event of events) if (event.type === 'message') (numbers[event.nodeId] ??= []).push(event.seq)
    found.sequence = numbers
  }
  if (expected.usage) found.usage = result?.usage
  if (expected.interrupts) found.interrupts = observed.interrupts
  return found
}

export function wanted(expected: Expected, found: Values): Values {
  const { asked: _, error, ...rest } = expected
  const out: Values = { ...rest }
  if (error) {
    const said = (found.error as { message?: string } | undefined)?.message ?? ''
    const message = !error.message || error.message.test(said) ? said : String(error.message)
    out.error = { code: error.code, node: error.node, message }
  } else {
    out.status ??= 'success'
  }
  return out
}
