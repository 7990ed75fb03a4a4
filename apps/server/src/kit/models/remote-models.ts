import { type ModelCapabilities, ModelType } from '@orrery/contract/shared/model-support'
import type { Egress } from '../egress/egress.ts'
import { callProviderJson } from './provider-call.ts'
import type { ModelConfig } from './provider-config.ts'

/** A model from the provider's list. Unknown values are 0 or absent. */
export interface RemoteModel {
  id: string
  name: string
  type: ModelType
  contextTokens: number
  maxOutputTokens: number
  /** Per million tokens. */
  priceIn: number
  priceOut: number
  capabilities: Partial<ModelCapabilities>
}
type Row = Record<string, unknown>
const MOST = 2000
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)
const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})
const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Fetches the provider's own list of models. */
export async function listRemoteModels(
  config: ModelConfig,
  egress: Egress,
  signal?: AbortSignal,
): Promise<RemoteModel[]> {
  // These providers have voices, and no list of models.
  if (config.kind === 'azure-speech' || config.kind === 'volcano-speech') return []
  const query = { anthropic: '?limit=1000', google: '?pageSize=1000' }[config.kind as string] ?? ''
  const answer = await callProviderJson(config, egress, `/models${query}`, { signal })
  // ElevenLabs returns the bare array.
  const rows = ([answer, answer.data, answer.models].find((list) => Array.isArray(list)) ?? []) as Row[]
  const known = rows.slice(0, MOST).map((row) => read(object(row)))
  return known.filter(({ id }) => id).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function read(row: Row): RemoteModel {
  const given = text(row.id) || text(row.model_id)
  const id = given || text(row.name).replace(/^models\//, '')
  const best = object(row.top_provider)
  return {
    id,
    name: text(row.display_name) || text(row.displayName) || (given && text(row.name)) || id,
    type: typeOf(id, row),
    contextTokens: count(row.context_length ?? row.context_window ?? row.max_model_len ?? row.inputTokenLimit),
    maxOutputTokens: count(row.outputTokenLimit ?? row.max_completion_tokens ?? best.max_completion_tokens),
    ...pricesOf(object(row.pricing)),
    capabilities: capabilitiesOf(row),
  }
}

/** Prices per token as text: the format of OpenRouter. */
function pricesOf({ prompt, completion }: Row) {
  const million = (value: unknown) => {
    const price = Number(text(value) || Number.NaN)
    return price > 0 ? Math.round(price * 1e12) / 1e6 : 0
  }
  return { priceIn: million(prompt), priceOut: million(completion) }
}

function capabilitiesOf(row: Row): Partial<ModelCapabilities> {
  const inputs = words(object(row.architecture).input_modalities)
  const takes = words(row.supported_parameters)
  return {
    ...(inputs.length && { vision: inputs.includes('image') }),
    ...(takes.length && {
      tools: takes.includes('tools'),
      reasoning: takes.includes('reasoning'),
      json: takes.includes('structured_outputs') || takes.includes('response_format'),
    }),
  }
}

/** Lists seldom contain the type of a model, but its name usually reveals it. */
const namesByType: [ModelType, RegExp][] = [
  [ModelType.rerank, /rerank/],
  [ModelType.embedding, /embed|(^|[/_-])(bge|gte|e5|m3e|minilm|nomic)([/_.-]|$)/],
  [ModelType.dialogue, /realtime(?!-(whisper|translate|transcri))/],
  [ModelType.transcription, /whisper|transcribe|(^|[/_-])(asr|stt)([/_.-]|$)|sensevoice|paraformer/],
  [ModelType.speech, /(^|[/_-])tts([/_.-]|$)|speech|cosyvoice/],
  [ModelType.image, /(^|[/_-])(gpt-image|dall-e|image|imagen|flux|sdxl|kolors|cogview|seedream|wanx)|stable-diffusion/],
]
function typeOf(id: string, row: Row): ModelType {
  const outputs = words(object(row.architecture).output_modalities)
  // A model that can also output text is a chat model.
  if (outputs.includes('text')) return ModelType.chat
  if (words(row.supportedGenerationMethods).includes('embedContent')) return ModelType.embedding
  if (row.can_do_text_to_speech === true) return ModelType.speech
  return namesByType.find(([, name]) => name.test(id.toLowerCase()))?.[0] ?? ModelType.chat
}
