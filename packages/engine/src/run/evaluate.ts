import type { Frame, Task } from '#model.ts'
import type { Source } from '#canvas/plan.ts'
import { convert, createSink } from '#values/convert.ts'
import { setOwn, type Values } from '#values/own.ts'
import { readPath } from '#values/paths.ts'
import { fillZero } from '#values/zero.ts'

/** The state of a loop or batch; nodes inside read the variables. */
export interface ScopeState {
  variables: Values
}

export function evaluate(source: Source, frame: Frame, globals: Map<string, unknown> | undefined): unknown {
  switch (source.from) {
    case 'literal':
      return source.value
    case 'node': {
      const output = ascend(frame, source.up).outputs[source.index]
      return source.path.length === 0 ? output : readPath(output, source.path)
    }
    case 'scope':
      return evaluateScope(source, ascend(frame, source.up))
    case 'global':
      return readPath(globals?.get(`${source.scope}.${source.name}`), source.path)
    case 'object': {
      const out: Values = {}
      for (const field of source.fields) setOwn(out, field.name, evaluate(field.source, frame, globals) ?? null)
      return out
    }
    default:
      return undefined
  }
}

function ascend(frame: Frame, up: number): Frame {
  let at = frame
  for (let i = 0; i < up; i++) at = at.outer!
  return at
}

function evaluateScope(source: Source & { from: 'scope' }, frame: Frame): unknown {
  const owner = frame.owner
  // A node of a body that runs alone has no round.
  if (!owner) return undefined
  const index = frame.index ?? 0
  switch (source.what) {
    case 'index':
      return index
    case 'item': {
      const list = owner.input[source.name]
      return readPath(Array.isArray(list) ? list[index] : undefined, source.path)
    }
    case 'variable':
      return readPath((owner.state as ScopeState).variables[source.name], source.path)
    default:
      return readPath(Object.hasOwn(owner.input, source.name) ? owner.input[source.name] : undefined, source.path)
  }
}

/** Resolves the inputs of a node; values of the wrong type become null with a warning. */
export function resolveInputs(task: Task): void {
  const { node, frame, run } = task
  const input: Values = {}
  const edited = frame.edited?.get(node.id)
  const sink = createSink(run.files)
  const zero = node.kind.zeroInputs
  for (const spec of node.inputs) {
    const given = edited !== undefined && Object.hasOwn(edited, spec.name)
    const value = convert(
      given ? edited[spec.name] : evaluate(spec.source, frame, task.globals),
      spec.type,
      spec.name,
      sink,
    )
    setOwn(input, spec.name, zero ? fillZero(value, spec.type) : value)
  }
  task.input = input
  task.warnings = sink.warnings
}
