import type { ListedModel } from '@orrery/contract'
import { describe, llmParams, readSlot, type Slot, writeSlot } from '@orrery/engine/describe'
import type { NodeData } from '../document/canvas.ts'

/** The settings of a model, independent of how a node stores them. */
export interface ModelSetting {
  modelId: string
  modelName: string
  diversity: string
  temperature: number | undefined
  topP: number | undefined
  maxTokens: number | undefined
}
export type ModelForm = 'params' | 'object'

const names = {
  modelId: 'modelType',
  modelName: 'modelName',
  diversity: 'generationDiversity',
  temperature: 'temperature',
  topP: 'topP',
  maxTokens: 'maxTokens',
} as const
type Name = keyof typeof names

/** Settings are strings in a parameter list and numbers in an object. */
const slotOf = (form: ModelForm, path: string, name: Name): Slot =>
  form === 'params' ? { ...llmParams[name], path } : { path: `${path}.${names[name]}` }

export function readModel(data: NodeData, form: ModelForm, path: string): ModelSetting {
  const get = (name: Name) => readSlot(data, slotOf(form, path, name))
  const number = (name: Name) => {
    const value = get(name)
    const found = Number(value)
    return value === undefined || value === '' || value === null || Number.isNaN(found) ? undefined : found
  }
  return {
    modelId: String(get('modelId') ?? ''),
    modelName: String(get('modelName') ?? ''),
    diversity: String(get('diversity') ?? ''),
    temperature: number('temperature'),
    topP: number('topP'),
    maxTokens: number('maxTokens'),
  }
}

export function writeModel(data: NodeData, form: ModelForm, path: string, change: Partial<ModelSetting>): NodeData {
  return (Object.entries(change) as [Name, string | number | undefined][]).reduce((next, [name, value]) => {
    if (value === undefined) return next
    return writeSlot(next, slotOf(form, path, name), value)
  }, data)
}

/** The defaults of a newly selected model. */
export function settingFor(model: ListedModel, diversity = 'balance'): Partial<ModelSetting> {
  const preset = isPreset(diversity) ? diversity : 'balance'
  const value = (name: string): number | undefined => {
    const parameter = model.model_params.find((modelParam) => modelParam.name === name)
    if (!parameter) return undefined
    return Number(parameter.default_val[preset] ?? parameter.default_val.default_val)
  }
  return {
    modelId: String(model.model_type),
    modelName: model.name,
    diversity: preset,
    temperature: value('temperature'),
    topP: value('top_p'),
    maxTokens: value('max_tokens'),
  }
}

export const presets = ['precise', 'balance', 'creative'] as const
export type Preset = (typeof presets)[number]
export const isPreset = (text: string): text is Preset => (presets as readonly string[]).includes(text)

/** The limits of a parameter for this model. */
export function boundsOf(
  model: ListedModel | undefined,
  name: string,
  fallback: { min: number; max: number; step: number },
) {
  const parameter = model?.model_params.find((modelParam) => modelParam.name === name)
  if (!parameter) return fallback
  return { ...fallback, min: Number(parameter.min), max: Number(parameter.max) }
}

/** Serialises the settings to one object, the format of the fallback model for retries. */
export const modelText = (setting: Partial<ModelSetting>): string =>
  JSON.stringify(
    Object.fromEntries(
      (Object.entries(setting) as [Name, unknown][]).flatMap(([name, value]) =>
        value === undefined ? [] : [[name === 'modelName' ? 'modelName' : names[name], value]],
      ),
    ),
  )

/** Sets the model in every required model field that is empty. */
export function withModel(type: string, data: NodeData, model: ListedModel): NodeData {
  const fields = describe(type)?.sections.flatMap((section) => section.fields) ?? []
  return fields.reduce((next, field) => {
    if (field.kind !== 'model' || !field.required || readModel(next, field.form, field.path).modelId) return next
    return writeModel(next, field.form, field.path, settingFor(model))
  }, data)
}
