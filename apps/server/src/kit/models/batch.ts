import type { Egress } from '../egress/egress.ts'
import { AppError } from '../errors.ts'
import { storableText } from '../storable.ts'
import { callProvider, callProviderJson } from './provider-call.ts'
import type { ModelConfig } from './provider-config.ts'

/** A batch at a provider. `ended`: its answers can be read, all of them or those that arrived in time. */
interface BatchState {
  state: 'waiting' | 'running' | 'ended' | 'failed'
  problem: string
  outputFile: string
  errorFile: string
}
export interface BatchAnswer {
  id: string
  text?: string
  problem?: string
  inputTokens: number
  outputTokens: number
}
/** A service that answers many questions later. Drivers of further protocols implement this. */
export interface Batches {
  upload(lines: string): Promise<string>
  begin(fileId: string, mark: string): Promise<string>
  /** Finds a batch by its mark, if it was begun by a process that died before storing its id. */
  find(mark: string): Promise<string | undefined>
  look(id: string): Promise<BatchState>
  read(fileId: string): Promise<BatchAnswer[]>
  stop(id: string): Promise<void>
}
const MARK = 'orrery_task'
const ENDPOINT = '/v1/chat/completions'
const FILE_MS = 300_000
const states: Record<string, BatchState['state']> = {
  validating: 'waiting',
  in_progress: 'running',
  finalizing: 'running',
  cancelling: 'running',
  completed: 'ended',
  expired: 'ended',
  cancelled: 'ended',
  failed: 'failed',
}
type Json = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const inner = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.trunc(value) : 0)

/** Whether a provider may support batches: those with OpenAI's protocol. */
export const takesBatches = ({ kind }: Pick<ModelConfig, 'kind'>): boolean =>
  kind === 'openai' || kind === 'openai-compatible'

interface BatchQuestion {
  id: string
  model: string
  system?: string | undefined
  prompt: string
  schema?: Json | undefined
  params: { temperature?: number | undefined; top_p?: number | undefined; max_tokens?: number | undefined }
}
/** One line of the input file of a batch. */
export const batchLine = ({ id, model, system, prompt, schema, params }: BatchQuestion): string =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: ENDPOINT,
    body: {
      model,
      messages: [...(system ? [{ role: 'system', content: system }] : []), { role: 'user', content: prompt }],
      ...params,
      ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'columns', schema } } }),
    },
  })

/**
 * OpenAI's Batch API: upload a file, create a batch from it, and download files with answers and errors within a day.
 */
export function createOpenAiBatches(config: ModelConfig, egress: Egress): Batches {
  return {
    async upload(lines) {
      const form = new FormData()
      form.set('purpose', 'batch')
      form.set('file', new File([lines], 'batch.jsonl', { type: 'application/jsonl' }))
      return text((await callProviderJson(config, egress, '/files', { form, timeoutMs: FILE_MS })).id)
    },
    async begin(fileId, mark) {
      const body = { input_file_id: fileId, endpoint: ENDPOINT, completion_window: '24h', metadata: { [MARK]: mark } }
      return text((await callProviderJson(config, egress, '/batches', { body })).id)
    },
    async find(mark) {
      const { data } = await callProviderJson(config, egress, '/batches?limit=100')
      const found = list(data).find((one) => inner(inner(one).metadata)[MARK] === mark)
      return found === undefined ? undefined : text(inner(found).id)
    },
    async look(id) {
      const batch = await callProviderJson(config, egress, `/batches/${encodeURIComponent(id)}`)
      const problems = list(inner(batch.errors).data).map((one) => text(inner(one).message))
      return {
        state: states[text(batch.status)] ?? 'running',
        problem: problems.filter(Boolean).join('; ').slice(0, 1000),
        outputFile: text(batch.output_file_id),
        errorFile: text(batch.error_file_id),
      }
    },
    async read(fileId) {
      const path = `/files/${encodeURIComponent(fileId)}/content`
      const answer = await callProvider(config, egress, path, { timeoutMs: FILE_MS })
      return (await answer.text()).split('\n').flatMap((line) => readLine(line))
    },
    async stop(id) {
      try {
        await callProviderJson(config, egress, `/batches/${encodeURIComponent(id)}/cancel`, { body: {} })
      } catch (cause) {
        // The batch has already ended.
        if (!(cause instanceof AppError)) throw cause
      }
    },
  }
}

/** Lines arrive in any order; an unreadable line gives no answer. */
function readLine(line: string): BatchAnswer[] {
  if (!line.trim()) return []
  let parsed: Json
  try {
    parsed = inner(JSON.parse(line))
  } catch {
    return []
  }
  const id = text(parsed.custom_id)
  if (!id) return []
  const response = inner(parsed.response)
  const body = inner(response.body)
  const said = inner(inner(list(body.choices)[0]).message).content
  const usage = inner(body.usage)
  const used = { inputTokens: count(usage.prompt_tokens), outputTokens: count(usage.completion_tokens) }
  if (typeof said === 'string' && count(response.status_code) < 300) return [{ id, text: storableText(said), ...used }]
  const problem = text(inner(parsed.error).message) || text(inner(body.error).message) || 'no answer'
  return [{ id, problem: storableText(problem.slice(0, 1000)), ...used }]
}
