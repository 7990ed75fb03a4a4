export type ProviderKind =
  | 'offline'
  | 'openai-compatible'
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'ollama'
  | 'elevenlabs'
  | 'azure-speech'
  | 'volcano-speech'

/** Everything needed to call one model. Contains the plain key: never log it, store it or send it to a browser. */
export interface ModelConfig {
  kind: ProviderKind
  /** The display name, also used in errors. */
  providerName: string
  baseUrl: string
  apiKey: string
  /** The provider's name for the model. */
  model: string
  /** Whether the provider can enforce a JSON schema. */
  strictJson?: boolean
}

const defaultBaseUrls: Record<ProviderKind, string> = {
  offline: '',
  'openai-compatible': '',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434/v1',
  elevenlabs: 'https://api.elevenlabs.io/v1',
  // Every customer has an address of their own.
  'azure-speech': '',
  'volcano-speech': 'https://openspeech.bytedance.com',
}
export function baseUrlOf({ kind, baseUrl }: Pick<ModelConfig, 'kind' | 'baseUrl'>): string {
  const address = (baseUrl || defaultBaseUrls[kind]).replace(/\/+$/, '')
  // Ollama is usually given by host and port; its OpenAI-compatible API is below /v1.
  return kind === 'ollama' && /^https?:\/\/[^/]+$/.test(address) ? `${address}/v1` : address
}

/** OpenAI itself has a newer protocol; a compatible server at another address has chat completions. */
export function speaksChatCompletions({ kind, baseUrl }: Pick<ModelConfig, 'kind' | 'baseUrl'>): boolean {
  if (kind !== 'openai') return kind === 'openai-compatible' || kind === 'ollama'
  const address = baseUrlOf({ kind, baseUrl })
  return !URL.canParse(address) || !/^([\w-]+\.)?api\.openai\.com$/.test(new URL(address).hostname)
}
