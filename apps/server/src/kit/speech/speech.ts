import type { Egress } from '../egress/egress.ts'
import { modelErrors } from '../models/model-errors.ts'
import type { ModelConfig } from '../models/provider-config.ts'
import { azureSpeech } from './azure.ts'
import { elevenLabs } from './elevenlabs.ts'
import { openAiSpeech } from './openai.ts'
import { volcanoSpeech } from './volcano.ts'
import type { CloneRequest, SpeechDriver } from './speech-types.ts'

const drivers: Partial<Record<ModelConfig['kind'], SpeechDriver>> = {
  elevenlabs: elevenLabs,
  'azure-speech': azureSpeech,
  'volcano-speech': volcanoSpeech,
}
/** All other kinds use OpenAI's protocol. */
const driverOf = ({ kind }: ModelConfig): SpeechDriver => drivers[kind] ?? openAiSpeech

export const canClone = (config: ModelConfig): boolean => driverOf(config).clone !== undefined
export async function cloneVoice(config: ModelConfig, egress: Egress, request: CloneRequest): Promise<string> {
  const driver = driverOf(config)
  if (!driver.clone) throw modelErrors.noClone({ provider: config.providerName })
  return driver.clone(config, egress, request)
}
export async function removeVoice(config: ModelConfig, egress: Egress, voice: string): Promise<void> {
  await driverOf(config).removeVoice?.(config, egress, voice)
}
export const listVoices: SpeechDriver['listVoices'] = (config, ...rest) => driverOf(config).listVoices(config, ...rest)
export const speak: SpeechDriver['speak'] = (config, ...rest) => driverOf(config).speak(config, ...rest)
export const transcribe: SpeechDriver['transcribe'] = (config, ...rest) => driverOf(config).transcribe(config, ...rest)
