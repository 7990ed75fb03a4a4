import {
  defaultParameters,
  type FunctionSupport,
  ModelClass,
  ModelFunction,
  type ModelCapabilities,
  type ModelParameter,
  ModelType,
  OFFLINE_TRANSCRIPTION_ID,
  OFFLINE_MODEL_ID,
  OFFLINE_VOICES_ID,
  SupportLevel,
} from '@orrery/contract'
import type { ModelConfig } from '#kit/models/provider-config.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { ModelRow, ProviderRow } from '../model.table.ts'

/** A model as other parts of the product see it. `config` contains the key, which must only be used for calls. */
export interface KnownModel {
  id: string
  type: ModelType
  name: string
  description: string
  modelClass: number
  isOffline: boolean
  enabled: boolean
  capabilities: ModelCapabilities
  contextTokens: number
  maxOutputTokens: number
  parameters: ModelParameter[]
  funcConfig: FunctionSupport
  priceIn: number
  priceOut: number
  /** Limits of input and output tokens per minute; null for none. */
  tpmIn: number | null
  tpmOut: number | null
  sendsBytes: boolean
  /** The owner, from the view of the space: the instance, the space itself, or another owner who shares the model. */
  origin: 'instance' | 'space' | 'shared'
  config: ModelConfig
}

const OFFLINE_NAME = 'Orrery Offline'
const OFFLINE_OUTPUT = 8192
export const offlineModel: KnownModel = {
  id: OFFLINE_MODEL_ID,
  type: 0,
  name: OFFLINE_NAME,
  description: 'Built in: fixed rules, no network, the same answer every time. For trying things out',
  modelClass: ModelClass.other,
  isOffline: true,
  enabled: true,
  capabilities: { tools: true, vision: false, reasoning: false, json: true },
  contextTokens: 128_000,
  maxOutputTokens: OFFLINE_OUTPUT,
  parameters: defaultParameters(OFFLINE_OUTPUT),
  funcConfig: {
    [ModelFunction.plugin]: SupportLevel.poor,
    [ModelFunction.workflow]: SupportLevel.poor,
    [ModelFunction.knowledgeOnDemandCall]: SupportLevel.poor,
    [ModelFunction.multiAgentRecognize]: SupportLevel.poor,
    [ModelFunction.knowledgePhoto]: SupportLevel.none,
  },
  priceIn: 0,
  priceOut: 0,
  tpmIn: null,
  tpmOut: null,
  sendsBytes: false,
  origin: 'instance',
  config: { kind: 'offline', providerName: OFFLINE_NAME, baseUrl: '', apiKey: '', model: 'offline' },
}

const noCapabilities: ModelCapabilities = { tools: false, vision: false, reasoning: false, json: false }
/** The voices of built-in speech: English, and Chinese where its package is installed. */
export const offlineVoices: KnownModel = {
  ...offlineModel,
  id: OFFLINE_VOICES_ID,
  type: ModelType.speech,
  description: 'Built in: speaks English and Chinese without a network',
  capabilities: noCapabilities,
  funcConfig: {},
}
/** The built-in transcription model for English. There are no weights for Chinese that we may distribute. */
export const offlineTranscription: KnownModel = {
  ...offlineVoices,
  id: OFFLINE_TRANSCRIPTION_ID,
  type: ModelType.transcription,
  description: 'Built in: understands spoken English without a network',
}

export const configOf = (provider: ProviderRow, model: string, secrets: Secrets, strictJson = false): ModelConfig => ({
  kind: provider.kind,
  providerName: provider.name,
  baseUrl: provider.baseUrl,
  apiKey: provider.sealedKey ? secrets.open(provider.sealedKey) : '',
  model,
  strictJson,
})

export const toKnown = (
  row: ModelRow,
  provider: ProviderRow,
  spaceId: string | undefined,
  secrets: Secrets,
): KnownModel => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  modelClass: row.modelClass,
  isOffline: false,
  enabled: row.enabled,
  capabilities: row.capabilities,
  contextTokens: row.contextTokens,
  maxOutputTokens: row.maxOutputTokens,
  parameters: row.parameters,
  funcConfig: row.funcConfig,
  priceIn: row.priceIn,
  priceOut: row.priceOut,
  tpmIn: row.tpmIn,
  tpmOut: row.tpmOut,
  sendsBytes: row.enableBase64Url,
  origin: row.spaceId === null ? 'instance' : row.spaceId === spaceId ? 'space' : 'shared',
  config: configOf(provider, row.model, secrets),
})

export { costOf } from './cost.ts'
