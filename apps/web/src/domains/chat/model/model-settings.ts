import type { BotInfo, ListedModel } from '@orrery/contract'
import { ModelStyle } from '@orrery/contract/shared/bot-enums'

export type ModelInfo = BotInfo['model_info']
type Parameter = ListedModel['model_params'][number]

/** Parameters with their own field; others are stored by name. */
const fields = ['temperature', 'max_tokens', 'top_p', 'frequency_penalty', 'presence_penalty', 'top_k'] as const
type ParameterField = (typeof fields)[number]
const isField = (name: string): name is ParameterField => (fields as readonly string[]).includes(name)

const styleNames = {
  [ModelStyle.creative]: 'creative',
  [ModelStyle.balance]: 'balance',
  [ModelStyle.precise]: 'precise',
} as const
export type Preset = keyof typeof styleNames
export const presets = [ModelStyle.precise, ModelStyle.balance, ModelStyle.creative] as const

/** The value of a parameter in a preset; without one its default. */
function presetValue(parameter: Parameter, preset: Preset): number {
  const { default_val: values } = parameter
  return Number(values[styleNames[preset]] ?? values.default_val)
}

export function readParameter(info: ModelInfo, parameter: Parameter): number {
  const { name } = parameter
  const own = isField(name) ? info[name] : numberOf(info.parameters[name])
  if (own !== undefined) return own
  const style = info.model_style
  return style === ModelStyle.custom ? Number(parameter.default_val.default_val) : presetValue(parameter, style)
}

export function writeParameter(info: ModelInfo, name: string, value: number): ModelInfo {
  if (isField(name)) return { ...info, [name]: value }
  return { ...info, parameters: { ...info.parameters, [name]: String(value) } }
}

/** A preset sets only the parameters that vary answers, not length and format. */
const diversityClass = 1
export const isDiversity = (parameter: Parameter): boolean => parameter.param_class.class_id === diversityClass

export function applyPreset(info: ModelInfo, model: ListedModel, preset: Preset): ModelInfo {
  return model.model_params
    .filter(isDiversity)
    .reduce<ModelInfo>((next, parameter) => writeParameter(next, parameter.name, presetValue(parameter, preset)), {
      ...info,
      model_style: preset,
    })
}

/** Changes the model: uses its values of the same preset, and clamps the others to its bounds. */
export function chooseModel(info: ModelInfo, model: ListedModel): ModelInfo {
  const preset = info.model_style === ModelStyle.custom ? ModelStyle.balance : info.model_style
  const next = applyPreset({ ...info, model_id: String(model.model_type) }, model, preset)
  const longest = model.model_params.find((parameter) => parameter.name === 'max_tokens')
  if (!longest) return next
  return { ...next, max_tokens: Math.min(readParameter(next, longest), Number(longest.max)) }
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text)
  return text === undefined || Number.isNaN(value) ? undefined : value
}

/** Answers of five tokens or fewer are useless. */
const tokenAlertFrom = 5
export const isTokenAlert = (maxTokens: number | undefined): boolean =>
  maxTokens !== undefined && maxTokens <= tokenAlertFrom
