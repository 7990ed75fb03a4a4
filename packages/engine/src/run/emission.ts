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

export const createEmission = (sent = 0, pieces = 0): Emission => ({ part: 0, offset: 0, sent, pieces, skip: sent })

/** The text is shown while it is written. A node that may be retried must not show half a text. */
export function isHeard(task: Task): boolean {
  return task.run.stream && task.node.streamTo.length > 0 && !task.node.error
}

/** A node has written a piece of one of its outputs. */
export function writePiece(task: Task, field: string, text: string): void {
  if (!text || task.closed) return
  task.stream ??= new Map()
  task.stream.set(field, (task.stream.get(field) ?? '') + text)
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
  pump(frame, index, emission)
}

/** True when everything before the node is settled or already writing, and at least one line into it is taken. */
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

/** The value of a source as far as it is known now; undefined while it is still to come. */
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

/** Sends what the template can show by now, in order; stops at the first placeholder that is not complete. */
function pump(frame: Frame, index: number, emission: Emission): void {
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
  send(frame, node, fresh, false, emission.pieces++)
}

/** The node itself has run: whatever of its text was not sent yet goes out, and the message is complete. */
export function completeText(task: Task, text: string): void {
  const { frame, node } = task
  const emission = frame.emissions?.get(node.index)
  send(frame, node, text.slice(emission?.sent ?? 0), true, emission?.pieces ?? 0)
}

function send(frame: Frame, node: PlanNode, text: string, finish: boolean, seq: number): void {
  frame.run.emit({ type: 'message', ...nodeRef(frame, node), text, finish, seq })
  const { owner } = frame
  if (!owner || node.index !== frame.graph.end || !isHeard(owner)) return
  // The answer of a called workflow is an output of the node that called it.
  const field = owner.node.kind.answerField?.(owner.node.config)
  if (field !== undefined) writePiece(owner, field, text)
}
