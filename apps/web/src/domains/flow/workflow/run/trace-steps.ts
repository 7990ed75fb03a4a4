import type { WorkflowSpan } from '@orrery/contract'
import { factsOf, placeOf } from './node-facts.ts'
import type { RunSnapshot, Step } from './run-model.ts'

const tagOf = (span: WorkflowSpan, key: string): string => span.tags.find((tag) => tag.key === key)?.value.v_str ?? ''

/** The timeline of a finished run, from its spans. Node values in the run take precedence over copies in the spans. */
export function stepsOf(spans: readonly WorkflowSpan[], run: RunSnapshot): ReadonlyMap<string, Step> {
  const root = spans.find((span) => span.parent_id === '0') ?? spans[0]
  const steps = new Map<string, Step>()
  for (const span of spans) {
    // In the trace, model calls are spans of their own; here they are part of their node.
    if (span === root || span.type === 'Model') continue
    const path = span.span_id.slice(span.span_id.indexOf(':') + 1)
    const place = placeOf(path)
    const known = run.steps.get(path)
    const entry = place && run.nodes.get(place.nodeId)
    const result =
      place?.round === undefined ? entry?.result : entry?.rounds.find((round) => round.index === place.round)
    steps.set(path, {
      path,
      nodeId: place?.nodeId ?? tagOf(span, 'node_id'),
      title: span.name,
      type: span.type,
      state: result ? factsOf(result).state : span.status_code !== 0 ? 'failed' : 'done',
      offset: Math.max(0, span.start_time - (root?.start_time ?? span.start_time)),
      ms: span.duration,
      tokens: Number(tagOf(span, 'input_tokens') || 0) + Number(tagOf(span, 'output_tokens') || 0),
      ...(place?.round === undefined ? {} : { round: place.round }),
      depth: path.split('/').length - 1,
      input: known?.input ?? span.input.content,
      output: known?.output ?? span.output.content,
      error: tagOf(span, 'error'),
    })
  }
  return steps
}

/** Steps in the order of the tree: children follow their parent, in chronological order. */
export function orderSteps(steps: ReadonlyMap<string, Step>): Step[] {
  const children = new Map<string, Step[]>()
  for (const step of steps.values()) {
    const parent = parentPath(step.path, steps)
    children.set(parent, [...(children.get(parent) ?? []), step])
  }
  const ordered: Step[] = []
  const walk = (parent: string) => {
    for (const step of (children.get(parent) ?? []).toSorted((a, b) => a.offset - b.offset)) {
      ordered.push(step)
      walk(step.path)
    }
  }
  walk('')
  return ordered
}

function parentPath(path: string, steps: ReadonlyMap<string, Step>): string {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const parent = path.slice(0, at).replace(/[#@~][^/]*$/, '')
    if (steps.has(parent)) return parent
  }
  return ''
}
