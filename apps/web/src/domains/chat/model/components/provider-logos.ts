import type { PresetId } from '@orrery/contract/shared/provider-presets'
import anthropic from './logos/anthropic.svg'
import ark from './logos/ark.svg'
import azure from './logos/azure.svg'
import dashscope from './logos/dashscope.svg'
import deepseek from './logos/deepseek.svg'
import elevenlabs from './logos/elevenlabs.svg'
import google from './logos/google.svg'
import moonshot from './logos/moonshot.svg'
import ollama from './logos/ollama.svg'
import openai from './logos/openai.svg'
import openrouter from './logos/openrouter.svg'
import siliconflow from './logos/siliconflow.svg'
import zhipu from './logos/zhipu.svg'

/** Monochrome logos of providers. NOTICE lists their sources. */
export const providerLogos: Record<PresetId, string> = {
  openai,
  anthropic,
  google,
  azure,
  openrouter,
  ollama,
  deepseek,
  dashscope,
  ark,
  zhipu,
  moonshot,
  siliconflow,
  elevenlabs,
  azureSpeech: azure,
  volcanoSpeech: ark,
}
