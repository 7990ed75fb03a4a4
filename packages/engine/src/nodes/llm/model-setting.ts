import { field, numberField, textField } from '#canvas/fields.ts'
import type { ModelParams, ModelRequest } from '#ports.ts'
import { isObject, type Values } from '#values/own.ts'

export interface ModelSetting {
  modelId: string
  modelName: string
  params: ModelParams
  format: ModelRequest['responseFormat']
}

const known = new Set(
  [
    'modelType',
    'modelName',
    'modleName',
    'generationDiversity',
    'temperature',
    'topP',
    'maxTokens',
    'responseFormat',
    'prompt',
    'systemPrompt',
    'enableChatHistory',
    'chatHistoryRound',
    'promptRole',
    'promptKey',
    'promptLabel',
  ].map((item) => item.toLowerCase()),
)

/** Reads the settings of a model; a canvas stores their values as text. */
export function parseModel(raw: Values): ModelSetting {
  const params: ModelParams = {}
  const temperature = numberField(raw, 'temperature')
  const topP = numberField(raw, 'topP')
  const maxTokens = numberField(raw, 'maxTokens')
  const diversity = textField(raw, 'generationDiversity')
  if (temperature !== undefined) params.temperature = temperature
  if (topP !== undefined) params.topP = topP
  if (maxTokens !== undefined && maxTokens > 0) params.maxTokens = maxTokens
  if (diversity) params.diversity = diversity
  const extra = Object.entries(raw).filter(([key, value]) => !known.has(key.toLowerCase()) && !isObject(value))
  if (extra.length) params.extra = Object.fromEntries(extra)
  return {
    modelId: textField(raw, 'modelType'),
    modelName: textField(raw, 'modleName') || textField(raw, 'modelName'),
    params,
    format: formatOf(field(raw, 'responseFormat')),
  }
}

/** 0 text, 1 markdown, 2 JSON; absent means text. */
function formatOf(value: unknown): ModelSetting['format'] {
  const number = Number(value ?? 0)
  return number === 2 ? 'json' : number === 1 ? 'markdown' : 'text'
}
