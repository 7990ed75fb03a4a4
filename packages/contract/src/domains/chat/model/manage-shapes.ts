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
/** Tokens a minute; null: no bound but the provider's own. */
export const bound = z.int().min(1).max(2_000_000_000).nullable()
export const price = z.number().min(0).max(1_000_000)
/** 0 chat, 1 embeddings, 2 rerank, 3 speech, 4 images, 5 transcription. */
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
  /** For a million tokens. */
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
  /** Never the key itself: its last characters, to tell keys apart. */
  key_hint: z.string(),
  has_key: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
  models: z.array(managedModel),
  /** Of the instance: every space may use its models. */
  for_everyone: z.boolean(),
  /** Teams that may use its models. */
  shared_with: z.array(team),
})
export type ManagedProvider = z.infer<typeof managedProvider>
/** A provider of others whose models a space may use. Its address and key are not told. */
export const receivedProvider = z.object({
  id: z.string(),
  name: z.string(),
  /** Who shares it; empty for the instance. */
  owner_name: z.string(),
  models: z.array(z.object({ id: z.string(), name: z.string(), type })),
})
export type ReceivedProvider = z.infer<typeof receivedProvider>
