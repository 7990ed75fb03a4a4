import type { ManagedModel } from '@orrery/contract'
import { MODEL_LIMITS } from '@orrery/contract/shared/limits'
import { defaultParameters, defaultSupport, type FunctionSupport } from '@orrery/contract/shared/model-support'

import type { RemoteModel } from './model.queries.ts'

/** A model as edited in its form. */
export interface ModelForm {
  name: string
  model: string
  description: string
  type: ManagedModel['type']
  capabilities: ManagedModel['capabilities']
  contextTokens: number
  maxOutputTokens: number
  priceIn: number
  priceOut: number
  /** Tokens per minute; 0 for no limit. */
  tpmIn: number
  tpmOut: number
  sendsBytes: boolean
  parameters: ManagedModel['parameters']
  support: FunctionSupport
}

const firstCapabilities = { tools: true, vision: false, reasoning: false, json: true }
const firstOutput = 4096

export function readModel(model: ManagedModel | undefined): ModelForm {
  if (!model)
    return {
      name: '',
      model: '',
      description: '',
      type: 0,
      capabilities: firstCapabilities,
      contextTokens: 32_768,
      maxOutputTokens: firstOutput,
      priceIn: 0,
      priceOut: 0,
      tpmIn: 0,
      tpmOut: 0,
      sendsBytes: true,
      parameters: defaultParameters(firstOutput),
      support: defaultSupport(firstCapabilities),
    }
  return {
    name: model.name,
    model: model.model,
    description: model.description,
    type: model.type,
    capabilities: model.capabilities,
    contextTokens: model.context_tokens,
    maxOutputTokens: model.max_output_tokens,
    priceIn: model.price_in,
    priceOut: model.price_out,
    tpmIn: model.tpm_in ?? 0,
    tpmOut: model.tpm_out ?? 0,
    sendsBytes: model.enable_base64_url,
    parameters: model.parameters,
    support: model.func_config as FunctionSupport,
  }
}

/** Fills the form for a model chosen from the provider's list, and keeps what the provider does not specify. */
export function chooseRemote(form: ModelForm, remote: RemoteModel): ModelForm {
  const capabilities = { ...firstCapabilities, ...remote.capabilities }
  const sized = setMaxOutput(form, remote.max_output_tokens || firstOutput)
  return {
    ...sized,
    model: remote.model,
    name: remote.name.slice(0, MODEL_LIMITS.name),
    type: remote.type,
    capabilities,
    contextTokens: Math.max(256, remote.context_tokens || form.contextTokens),
    priceIn: remote.price_in,
    priceOut: remote.price_out,
    support: defaultSupport(capabilities),
  }
}

/** The model as input of the calls. */
export const writeModel = (form: ModelForm) => ({
  name: form.name.trim(),
  model: form.model.trim(),
  description: form.description.trim(),
  capabilities: form.capabilities,
  context_tokens: form.contextTokens,
  max_output_tokens: form.maxOutputTokens,
  price_in: form.priceIn,
  price_out: form.priceOut,
  tpm_in: form.tpmIn || null,
  tpm_out: form.tpmOut || null,
  enable_base64_url: form.sendsBytes,
  parameters: form.parameters,
  func_config: Object.fromEntries(Object.entries(form.support)),
})

/** Sets the abilities and resets the settings that depend on them. */
export function setCapabilities(form: ModelForm, capabilities: ModelForm['capabilities']): ModelForm {
  return { ...form, capabilities, support: defaultSupport(capabilities) }
}
export function setMaxOutput(form: ModelForm, maxOutputTokens: number): ModelForm {
  return {
    ...form,
    maxOutputTokens,
    parameters: form.parameters.map((parameter) =>
      parameter.name === 'max_tokens' ? { ...parameter, max: String(maxOutputTokens) } : parameter,
    ),
  }
}

export const isReadyModel = (form: ModelForm): boolean =>
  form.name.trim() !== '' && form.model.trim() !== '' && form.contextTokens >= 256 && form.maxOutputTokens >= 1
