import type { ManagedProviderKind } from './model-support.ts'

/** The most common providers. Without zod, because the web app imports them. */
export interface ProviderPreset {
  kind: ManagedProviderKind
  name: string
  /** Empty if it differs for each account; `example` shows its form. */
  baseUrl: string
  example?: string
  /** The page where keys are created. */
  keyUrl: string
  needsKey: boolean
  /** Suffixes of the provider's host names. */
  hosts: readonly string[]
}
const preset = (value: ProviderPreset) => value

/** In the order in which they are offered. */
export const providerPresets = {
  openai: preset({
    kind: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyUrl: 'https://platform.openai.com/api-keys',
    needsKey: true,
    hosts: ['api.openai.com'],
  }),
  anthropic: preset({
    kind: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyUrl: 'https://console.anthropic.com/settings/keys',
    needsKey: true,
    hosts: ['api.anthropic.com'],
  }),
  google: preset({
    kind: 'google',
    name: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyUrl: 'https://aistudio.google.com/apikey',
    needsKey: true,
    hosts: ['generativelanguage.googleapis.com'],
  }),
  azure: preset({
    kind: 'openai-compatible',
    name: 'Azure OpenAI',
    baseUrl: '',
    example: 'https://your-resource.openai.azure.com/openai/v1',
    keyUrl: 'https://portal.azure.com',
    needsKey: true,
    hosts: ['.openai.azure.com', '.services.ai.azure.com', '.cognitiveservices.azure.com'],
  }),
  openrouter: preset({
    kind: 'openai-compatible',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyUrl: 'https://openrouter.ai/keys',
    needsKey: true,
    hosts: ['openrouter.ai'],
  }),
  ollama: preset({
    kind: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    keyUrl: '',
    needsKey: false,
    hosts: [],
  }),
  deepseek: preset({
    kind: 'openai-compatible',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyUrl: 'https://platform.deepseek.com/api_keys',
    needsKey: true,
    hosts: ['api.deepseek.com'],
  }),
  dashscope: preset({
    kind: 'openai-compatible',
    name: 'Qwen (DashScope)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyUrl: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
    needsKey: true,
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
  }),
  ark: preset({
    kind: 'openai-compatible',
    name: 'Volcano Ark',
    baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
    keyUrl: 'https://console.volcengine.com/ark/region:ark+cn-beijing/apiKey',
    needsKey: true,
    hosts: ['.volces.com', '.bytepluses.com'],
  }),
  zhipu: preset({
    kind: 'openai-compatible',
    name: 'Zhipu',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyUrl: 'https://bigmodel.cn/usercenter/proj-mgmt/apikeys',
    needsKey: true,
    hosts: ['open.bigmodel.cn', 'api.z.ai'],
  }),
  moonshot: preset({
    kind: 'openai-compatible',
    name: 'Moonshot',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyUrl: 'https://platform.moonshot.cn/console/api-keys',
    needsKey: true,
    hosts: ['api.moonshot.cn', 'api.moonshot.ai'],
  }),
  siliconflow: preset({
    kind: 'openai-compatible',
    name: 'SiliconFlow',
    baseUrl: 'https://api.siliconflow.cn/v1',
    keyUrl: 'https://cloud.siliconflow.cn/account/ak',
    needsKey: true,
    hosts: ['api.siliconflow.cn', 'api.siliconflow.com'],
  }),
  elevenlabs: preset({
    kind: 'elevenlabs',
    name: 'ElevenLabs',
    baseUrl: 'https://api.elevenlabs.io/v1',
    keyUrl: 'https://elevenlabs.io/app/settings/api-keys',
    needsKey: true,
    hosts: ['api.elevenlabs.io'],
  }),
  volcanoSpeech: preset({
    kind: 'volcano-speech',
    name: 'Volcano Speech',
    baseUrl: 'https://openspeech.bytedance.com',
    keyUrl: 'https://console.volcengine.com/speech/app',
    needsKey: true,
    hosts: ['openspeech.bytedance.com'],
  }),
  azureSpeech: preset({
    kind: 'azure-speech',
    name: 'Azure Speech',
    baseUrl: '',
    example: 'https://your-resource.cognitiveservices.azure.com',
    keyUrl: 'https://portal.azure.com',
    needsKey: true,
    hosts: [],
  }),
}
export type PresetId = keyof typeof providerPresets
export const presetIds = Object.keys(providerPresets) as PresetId[]

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '')
const isHostOf = (host: string, ending: string) => (ending.startsWith('.') ? host.endsWith(ending) : host === ending)

/** Finds the preset of a provider by its URL, or without a URL by its kind. */
export function presetOf({ kind, baseUrl }: { kind: string; baseUrl: string }): PresetId | undefined {
  // By kind, because its hosts are also those of Azure OpenAI.
  if (kind === 'azure-speech') return 'azureSpeech'
  const host = hostOf(baseUrl)
  const byHost = presetIds.find((id) => providerPresets[id].hosts.some((ending) => isHostOf(host, ending)))
  if (byHost) return byHost
  if (kind === 'ollama') return 'ollama'
  return baseUrl ? undefined : presetIds.find((id) => id === kind)
}
