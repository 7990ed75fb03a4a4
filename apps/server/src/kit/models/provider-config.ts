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

/** Everything needed to call one model of one provider. Holds the key in clear: never logged, never stored, never sent to a browser. */
export interface ModelConfig {
  kind: ProviderKind
  /** As shown to people, also in errors. */
  providerName: string
  baseUrl: string
  apiKey: string
  /** The name that the provider has for the model. */
  model: string
  /** The provider can hold the model to a JSON schema. */
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
  // Everybody has an address of their own.
  'azure-speech': '',
  'volcano-speech': 'https://openspeech.bytedance.com',
}
export function baseUrlOf({ kind, baseUrl }: Pick<ModelConfig, 'kind' | 'baseUrl'>): string {
  const address = (baseUrl || defaultBaseUrls[kind]).replace(/\/+$/, '')
  // People know Ollama by host and port; the protocol that we speak lies below /v1.
  return kind === 'ollama' && /^https?:\/\/[^/]+$/.test(address) ? `${address}/v1` : address
}

/** OpenAI itself has a newer protocol; a stand-in at another address has chat completions. */
export function speaksChatCompletions({ kind, baseUrl }: Pick<ModelConfig, 'kind' | 'baseUrl'>): boolean {
  if (kind !== 'openai') return kind === 'openai-compatible' || kind === 'ollama'
  const address = baseUrlOf({ kind, baseUrl })
  return !URL.canParse(address) || !/^([\w-]+\.)?api\.openai\.com$/.test(new URL(address).hostname)
}
