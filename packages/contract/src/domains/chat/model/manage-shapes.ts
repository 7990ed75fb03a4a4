import { z } from 'zod'
import { modelFunctions, providerKinds } from '#shared/model-support.ts'
import { parameterSchema } from './type-list.ts'

export const kind = z.enum(providerKinds)
export const baseUrl = z.string().trim().max(500).default('')
export const apiKey = z.string().trim().max(1000)
export const capabilities = z.object({
  tools: z.boolean().default(true),
  vision: z.boolean().default(false),
  reasoning: z.boolean().default(false),
  json: z.boolean().default(true),
})
const functionKey = z.enum(modelFunctions.map(String) as [string, ...string[]])
export const funcConfig = z.partialRecord(functionKey, z.literal([0, 1, 2]))
/** Tokens per minute; null applies only the provider's own limit. */
export const bound = z.int().min(1).max(2_000_000_000).nullable()
export const price = z.number().min(0).max(1_000_000)
/** 0 chat, 1 embeddings, 2 rerank, 3 speech, 4 images, 5 transcription, 6 speech to speech. */
export const type = z.literal([0, 1, 2, 3, 4, 5, 6])
export const team = z.object({ id: z.string(), name: z.string() })

const managedModel = z.object({
  id: z.string(),
  provider_id: z.string(),
  type,
  name: z.string(),
  model: z.string(),
  description: z.string(),
  capabilities,
  context_tokens: z.number(),
  max_output_tokens: z.number(),
  parameters: z.array(parameterSchema),
  func_config: z.record(z.string(), z.number()),
  /** Per million tokens. */
  price_in: z.number(),
  price_out: z.number(),
  tpm_in: z.number().nullable(),
  tpm_out: z.number().nullable(),
  enabled: z.boolean(),
  is_default: z.boolean(),
  enable_base64_url: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type ManagedModel = z.infer<typeof managedModel>
export const managedProvider = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  base_url: z.string(),
  /** The last characters of the key, to tell keys apart; never the key itself. */
  key_hint: z.string(),
  has_key: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
  models: z.array(managedModel),
  /** Providers of the instance only: every space may use the models. */
  for_everyone: z.boolean(),
  /** Teams that may use the models. */
  shared_with: z.array(team),
})
export type ManagedProvider = z.infer<typeof managedProvider>
/** A provider that another space or the instance shares with this space. Its address and key are not included. */
export const receivedProvider = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of the person who shares it; empty if the instance does. */
  owner_name: z.string(),
  models: z.array(z.object({ id: z.string(), name: z.string(), type })),
})
export type ReceivedProvider = z.infer<typeof receivedProvider>
