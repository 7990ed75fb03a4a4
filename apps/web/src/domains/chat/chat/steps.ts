import type { ChatMessage } from '@orrery/contract'

export interface Chunk {
  slice: string
  score: number
  document: string
  dataset: string
  /** The position of the slice; empty if it has none (a computed row). */
  ids: { dataset: string; document: string; slice: string }
}
export interface Step {
  id: string
  kind: 'tool' | 'knowledge' | 'memory' | 'jump' | 'hook'
  /** The name of a tool, or of the agent that took over. */
  name: string
  /** The name known to people: the name of the workflow, or the tool with its plugin. */
  title: string
  /** The kind of resource to which a tool belongs. */
  toolKind: string
  state: 'running' | 'done' | 'failed' | 'asking'
  args: string
  result: string
  milliseconds: number | null
  chunks: readonly Chunk[]
  /** Number of documents that were still being processed when nothing was found. */
  processing: number
}
export interface Interrupt {
  kind: string
  callId: string
  name: string
  card: unknown
}

interface Verbose {
  type: string
  data: Record<string, unknown>
}

/** Content of a verbose message; null when it cannot be parsed. */
function readVerbose(content: string): Verbose | null {
  try {
    const { msg_type: type, data } = JSON.parse(content) as { msg_type?: unknown; data?: unknown }
    const inner = typeof data === 'string' ? (JSON.parse(data) as unknown) : data
    if (typeof type !== 'string' || typeof inner !== 'object' || inner === null) return null
    return { type, data: inner as Record<string, unknown> }
  } catch {
    return null
  }
}

export const isSuggestionFailure = ({ type, content }: ChatMessage): boolean =>
  type === 'verbose' && readVerbose(content)?.type === 'suggestion_failed'

const empty = { toolKind: '', args: '', result: '', milliseconds: null, chunks: [] as readonly Chunk[], processing: 0 }

/** The steps of a reply in order: calls with their results, recalled knowledge, hand-overs, failed hooks. */
export function readSteps(messages: readonly ChatMessage[]): { steps: Step[]; interrupt: Interrupt | null } {
  const steps: Step[] = []
  let interrupt: Interrupt | null = null
  for (const message of messages) {
    if (message.type === 'function_call') steps.push(callOf(message))
    else if (message.type === 'tool_response') answerCall(steps, message)
    else if (message.type === 'verbose') {
      const verbose = readVerbose(message.content)
      if (!verbose) continue
      if (verbose.type === 'interrupt') interrupt = interruptOf(verbose)
      else {
        const step = stepOf(message.message_id, verbose)
        if (step) steps.push(step)
      }
    }
  }
  const asked = interrupt?.callId
  return {
    steps: steps.map((step) => (step.id === asked && step.state === 'running' ? { ...step, state: 'asking' } : step)),
    interrupt,
  }
}

function callOf(message: ChatMessage): Step {
  const extra = message.extra_info
  const call = parse(message.content) as { function?: { name?: string; arguments?: string } } | null
  const name = extra.tool_name || call?.function?.name || ''
  return {
    ...empty,
    id: extra.call_id || message.message_id,
    kind: 'tool',
    name,
    title: titleOf(extra, name),
    toolKind: extra.task_type,
    state: 'running',
    args: call?.function?.arguments ?? message.content,
  }
}

/** Models get technical names of tools (`ts_refund`); people gave them other names. */
const titleOf = ({ task_type: kind, plugin, execute_display_name: title }: ChatMessage['extra_info'], name: string) =>
  kind === 'plugin' && plugin && plugin !== name ? `${plugin} · ${name}` : title || name

function answerCall(steps: Step[], message: ChatMessage): void {
  const extra = message.extra_info
  const at = steps.findLastIndex((step) => step.kind === 'tool' && (!extra.call_id || step.id === extra.call_id))
  const known = steps[at]
  const done = {
    state: extra.plugin_status === '1' ? ('failed' as const) : ('done' as const),
    result: message.content,
    milliseconds: toMilliseconds(extra.time_cost),
  }
  if (known) steps[at] = { ...known, ...done }
  else steps.push({ ...callOf({ ...message, content: '' }), ...done })
}

function stepOf(id: string, { type, data }: Verbose): Step | null {
  const base = { ...empty, id, title: '', state: 'done' as const }
  if (type === 'knowledge_recall')
    return {
      ...base,
      kind: 'knowledge',
      name: text(data['query']),
      args: text(data['query']),
      chunks: chunksOf(data),
      processing: Number(data['processing_documents'] ?? 0),
    }
  if (type === 'time_capsule_recall')
    return { ...base, kind: 'memory', name: '', result: JSON.stringify(data['pieces'] ?? []) }
  if (type === 'multi_agents_jump_to_agent' || type === 'multi_agents_backwards')
    return { ...base, kind: 'jump', name: text(data['to']), args: text(data['from']) }
  if (type === 'hooks')
    return { ...base, kind: 'hook', name: text(data['hook']), state: 'failed', result: text(data['error']) }
  return null
}

const interruptOf = ({ data }: Verbose): Interrupt => ({
  kind: text(data['type']),
  callId: text(data['call_id']),
  name: text(data['name']),
  card: data['card'],
})

interface RawChunk {
  slice?: unknown
  score?: unknown
  meta?: { document?: { id?: unknown; name?: unknown }; dataset?: { id?: unknown; name?: unknown }; slice_id?: unknown }
}
function chunksOf(data: Record<string, unknown>): Chunk[] {
  const list = Array.isArray(data['chunks']) ? (data['chunks'] as RawChunk[]) : []
  return list.map((chunk) => ({
    slice: text(chunk.slice),
    score: typeof chunk.score === 'number' ? chunk.score : 0,
    document: text(chunk.meta?.document?.name),
    dataset: text(chunk.meta?.dataset?.name),
    ids: {
      dataset: text(chunk.meta?.dataset?.id),
      document: text(chunk.meta?.document?.id),
      slice: text(chunk.meta?.slice_id),
    },
  }))
}

/** The names of sources in an answer. */
export function readCited(cited: string | undefined): Pick<Chunk, 'document' | 'dataset'>[] {
  const list = cited ? parse(cited) : null
  if (!Array.isArray(list)) return []
  return (list as { document_name?: unknown; dataset_name?: unknown }[]).map((source) => ({
    document: text(source.document_name),
    dataset: text(source.dataset_name),
  }))
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const parse = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
/** The wire format has seconds with two decimals. */
export function toMilliseconds(seconds: string): number | null {
  const value = Number(seconds)
  return seconds === '' || Number.isNaN(value) ? null : Math.round(value * 1000)
}
