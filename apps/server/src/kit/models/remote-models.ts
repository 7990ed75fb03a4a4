import type { Egress } from '../egress/egress.ts'
import { callProviderJson } from './provider-call.ts'
import type { ModelConfig } from './provider-config.ts'

/** A model as its provider lists it. What the provider does not tell is 0. */
export interface RemoteModel {
  id: string
  name: string
  contextTokens: number
  maxOutputTokens: number
}
const MOST = 2000
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

/** Models in the provider's own list. */
export async function listRemoteModels(
  config: ModelConfig,
  egress: Egress,
  signal?: AbortSignal,
): Promise<RemoteModel[]> {
  const query = { anthropic: '?limit=1000', google: '?pageSize=1000' }[config.kind as string] ?? ''
  const { data, models } = await callProviderJson(config, egress, `/models${query}`, signal)
  const rows = (Array.isArray(data) ? data : Array.isArray(models) ? models : []) as Record<string, unknown>[]
  const known = rows.slice(0, MOST).map((row) => {
    const id = text(row.id) || text(row.name).replace(/^models\//, '')
    return {
      id,
      name: text(row.display_name) || text(row.displayName) || id,
      contextTokens: count(row.context_length ?? row.context_window ?? row.max_model_len ?? row.inputTokenLimit),
      maxOutputTokens: count(row.outputTokenLimit ?? row.max_completion_tokens),
    }
  })
  return known.filter(({ id }) => id).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
