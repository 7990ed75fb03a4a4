import type { Emission, Frame, PlanNode, Task } from '#model.ts'
import type { InputSpec, Source } from '#canvas/plan.ts'
import { convert, createSink } from '#values/convert.ts'
import { valueText } from '#values/json.ts'
import { renderPlaceholder, type Template } from '#values/template.ts'
import { fillZero } from '#values/zero.ts'
import { evaluate } from './evaluate.ts'
import { nodeRef } from './node-ref.ts'
import { done, idle, running, skipped } from './state.ts'

/** Configuration shared by the nodes that emit text. */
export interface EmitterConfig {
  template: Template | undefined
  streaming: boolean
  inputs: ReadonlyMap<string, InputSpec>
}

export const createEmission = (sent = 0): Emission => ({ part: 0, offset: 0, sent, skip: sent })

/** Whether the text is shown while it is written. A node that may be retried must not show half a text. */
export function isShownLive(task: Task): boolean {
  const { streamTo, isShown } = task.node
  return task.run.stream && (streamTo.length > 0 || isShown) && !task.node.error
}

/** Streams a piece of one output of a node. */
export function writePiece(task: Task, field: string, text: string): void {
  if (!text || task.closed) return
  task.stream ??= new Map()
  const written = (task.stream.get(field) ?? '') + text
  task.stream.set(field, written)
  recordPieceEnd(task.frame, task.node.index, field, written.length)
  for (const emitter of task.node.streamTo) wake(task.frame, emitter)
}

function wake(frame: Frame, index: number): void {
  if (frame.state[index] !== idle) return
  let emission = frame.emissions?.get(index)
  if (!emission || emission.part < 0) {
    if (!mayBegin(frame, index)) return
    const node = frame.graph.nodes[index]!
    if (!emission) {
      emission = createEmission()
      ;(frame.emissions ??= new Map()).set(index, emission)
      frame.run.emit({ type: 'node.started', ...nodeRef(frame, node), input: undefined })
    }
  }
  sendAvailable(frame, index, emission)
}

/** Whether every node before this one is settled or already writing, and at least one line into it is taken. */
function mayBegin(frame: Frame, index: number): boolean {
  let taken = frame.active[index]! > 0
  for (const before of frame.graph.nodes[index]!.from) {
    const state = frame.state[before]
    if (state === done || state === skipped) continue
    if (!isWriting(frame, before)) return false
    taken ||= frame.graph.nodes[before]!.edges.some((edge) => edge.to === index && edge.port === undefined)
  }
  return taken
}

function isWriting(frame: Frame, index: number): boolean {
  const node = frame.graph.nodes[index]!
  if (frame.state[index] === running) return frame.tasks.get(index)?.stream !== undefined
  return frame.state[index] === idle && node.kind.relays !== undefined && mayBegin(frame, index)
}

type Known = { value: unknown } | { text: string } | undefined

/** The value of a source as far as it is known; undefined if it is not known yet. */
function peek(frame: Frame, source: Source): Known {
  if (source.from === 'global') return undefined
  if (source.from === 'object') {
    return source.fields.every((field) => isKnown(peek(frame, field.source)))
      ? { value: evaluate(source, frame, undefined) }
      : undefined
  }
  if (source.from !== 'node' || source.up > 0) return { value: evaluate(source, frame, undefined) }
  const state = frame.state[source.index]
  if (state === done || state === skipped) return { value: evaluate(source, frame, undefined) }
  const [field] = source.path
  if (field === undefined || source.path.length !== 1) return undefined
  if (state === running) {
    const text = frame.tasks.get(source.index)?.stream?.get(field)
    return text === undefined ? undefined : { text }
  }
  return relayed(frame, frame.graph.nodes[source.index]!, field)
}

const isKnown = (known: Known): boolean => known !== undefined && 'value' in known

function relayed(frame: Frame, node: PlanNode, field: string): Known {
  const sources = node.kind.relays?.(node.config, field)
  if (!sources || !mayBegin(frame, node.index)) return undefined
  for (const source of sources) {
    const known = peek(frame, source)
    if (known === undefined || 'text' in known) return known
    if (known.value !== null && known.value !== undefined) return known
  }
  return { value: null }
}

/** Sends what the template can show already; stops at the first placeholder that is not complete. */
function sendAvailable(frame: Frame, index: number, emission: Emission): void {
  const node = frame.graph.nodes[index]!
  const config = node.config as EmitterConfig
  const parts = config.template?.parts ?? []
  let out = ''
  while (emission.part < parts.length) {
    const part = parts[emission.part]!
    if (typeof part !== 'string') {
      const spec = config.inputs.get(part.root)
      const known: Known = spec ? peek(frame, spec.source) : { value: undefined }
      if (known === undefined) break
      if ('text' in known) {
        if (part.path.length === 0) {
          out += known.text.slice(emission.offset)
          emission.offset = known.text.length
        }
        break
      }
      const value = spec && fillZero(convert(known.value, spec.type, spec.name, createSink()), spec.type)
      out += renderPlaceholder(part, spec ? { [part.root]: value } : {}, valueText).slice(emission.offset)
    } else {
      out += part
    }
    emission.part++
    emission.offset = 0
  }
  sendPiece(frame, node, emission, out)
}

function sendPiece(frame: Frame, node: PlanNode, emission: Emission, text: string): void {
  const fresh = text.slice(emission.skip)
  emission.skip -= text.length - fresh.length
  if (!fresh) return
  emission.sent += fresh.length
  send(frame, node, fresh, false, emission.sent)
}

/**
 * Completes the message of a node that has run: sends the rest of its text. Text that was streamed before this node
 * could start is sent in the pieces in which it was written.
 */
export function completeText(task: Task, text: string): void {
  const { frame, node } = task
  let sent = frame.emissions?.get(node.index)?.sent ?? 0
  for (const cut of pieceEndsInText(task)) {
    if (cut <= sent || cut > text.length) continue
    send(frame, node, text.slice(sent, cut), false, cut)
    sent = cut
  }
  send(frame, node, text.slice(sent), true, text.length)
}

function send(frame: Frame, node: PlanNode, text: string, finish: boolean, length: number): void {
  const { run } = frame
  // The sequence continues over the rounds of a loop, since readers order the pieces of a node by it.
  const key = `${frame.path}${node.id}`.replaceAll(/#\d+/g, '')
  const seq = run.sequence.get(key) ?? 0
  run.sequence.set(key, seq + 1)
  run.emit({ type: 'message', ...nodeRef(frame, node), text, finish, seq, offset: length - text.length })
  if (run.stream && node.streamTo.length) recordPieceEnd(frame, node.index, 'output', length)
  const { owner } = frame
  if (!owner || node.index !== frame.graph.end || !isShownLive(owner)) return
  // The answer of a called workflow is an output of the node that called it.
  const field = owner.node.kind.answerField?.(owner.node.config)
  if (field !== undefined) writePiece(owner, field, text)
}

/** Records where a piece of streamed text ends, for nodes that show the text later. */
function recordPieceEnd(frame: Frame, index: number, field: string, length: number): void {
  const fields = (frame.cuts ??= new Map()).get(index) ?? new Map<string, number[]>()
  frame.cuts.set(index, fields)
  const cuts = fields.get(field)
  if (cuts) cuts.push(length)
  else fields.set(field, [length])
}

/** End positions of the streamed pieces in the text of a node, in order; empty for a node that does not stream. */
function pieceEndsInText({ frame, node, input, run }: Task): number[] {
  const { template, streaming, inputs } = node.config as EmitterConfig
  if (!streaming || !run.stream || !template) return []
  const cuts: number[] = []
  let at = 0
  for (const part of template.parts) {
    const shown = typeof part === 'string' ? part : renderPlaceholder(part, input, valueText)
    const source = typeof part === 'string' || part.path.length ? undefined : inputs.get(part.root)?.source
    if (source) for (const cut of pieceEndsOf(frame, source)) if (cut <= shown.length) cuts.push(at + cut)
    at += shown.length
  }
  return cuts
}

function pieceEndsOf(frame: Frame, source: Source): readonly number[] {
  if (source.from !== 'node' || source.path.length !== 1) return []
  let from = frame
  for (let up = source.up; up > 0; up--) from = from.outer!
  const { kind, config } = from.graph.nodes[source.index]!
  const [field] = source.path
  const relayed = kind.relays?.(config, field!)
  if (!relayed) return from.cuts?.get(source.index)?.get(field!) ?? []
  const taken = relayed.find((item) => (evaluate(item, from, undefined) ?? null) !== null)
  return taken ? pieceEndsOf(from, taken) : []
}
