/** Model features for bots. Without zod, because the web app imports them. */

/** Functions of a bot that a model may support fully, poorly or not at all. */
export const ModelFunction = {
  plugin: 1,
  workflow: 2,
  imageFlow: 3,
  trigger: 4,
  knowledgeText: 5,
  knowledgeTable: 6,
  knowledgeAutoCall: 7,
  knowledgeOnDemandCall: 8,
  variable: 9,
  database: 10,
  longTermMemory: 11,
  fileBox: 12,
  onboarding: 13,
  suggestion: 14,
  shortcut: 15,
  backgroundImage: 16,
  textToSpeech: 17,
  multiAgentRecognize: 18,
  knowledgePhoto: 19,
  hook: 20,
} as const
export type ModelFunction = (typeof ModelFunction)[keyof typeof ModelFunction]
export const modelFunctions = Object.values(ModelFunction)

export const SupportLevel = { full: 0, poor: 1, none: 2 } as const
export type SupportLevel = (typeof SupportLevel)[keyof typeof SupportLevel]
/** A function that is not listed is fully supported. */
export type FunctionSupport = Partial<Record<ModelFunction, SupportLevel>>

/** A bot with several models supports a function only as well as its worst model does. */
export function combineSupport(models: FunctionSupport[]): FunctionSupport {
  const worst: FunctionSupport = {}
  for (const support of models)
    for (const key of modelFunctions)
      worst[key] = Math.max(worst[key] ?? SupportLevel.full, support[key] ?? SupportLevel.full) as SupportLevel
  return worst
}
export const supportOf = (models: FunctionSupport[], wanted: ModelFunction): SupportLevel =>
  combineSupport(models)[wanted] ?? SupportLevel.full

export interface ModelCapabilities {
  tools: boolean
  vision: boolean
  reasoning: boolean
  json: boolean
}
const needsTools: ModelFunction[] = [1, 2, 3, 4, 8, 9, 10, 11, 12, 18]
/** Defaults derived from the capabilities of a model; an administrator can override them after trying the model. */
export function defaultSupport({ tools, vision, json }: ModelCapabilities): FunctionSupport {
  return {
    ...(tools ? {} : Object.fromEntries(needsTools.map((key) => [key, SupportLevel.none]))),
    ...(vision ? {} : { [ModelFunction.knowledgePhoto]: SupportLevel.none }),
    ...(json ? {} : { [ModelFunction.suggestion]: SupportLevel.poor }),
  }
}

export const ModelParamType = { float: 1, int: 2, boolean: 3, string: 4 } as const
export interface ModelParameter {
  name: string
  label: string
  desc: string
  type: (typeof ModelParamType)[keyof typeof ModelParamType]
  min: string
  max: string
  precision: number
  default_val: { default_val: string; creative?: string; balance?: string; precise?: string }
  options: { label: string; value: string }[]
  param_class: { class_id: number; label: string }
}
const diversity = { class_id: 1, label: 'Generation diversity' }
const inputOutput = { class_id: 2, label: 'Input and output' }
const slider = (
  name: string,
  label: string,
  desc: string,
  [min, max]: [number, number],
  [creative, balance, precise]: [number, number, number],
): ModelParameter => ({
  name,
  label,
  desc,
  type: ModelParamType.float,
  min: String(min),
  max: String(max),
  precision: 2,
  default_val: {
    default_val: String(balance),
    creative: String(creative),
    balance: String(balance),
    precise: String(precise),
  },
  options: [],
  param_class: diversity,
})

/** The parameters of a model, unless its administrator defines others. */
export function defaultParameters(maxOutputTokens: number): ModelParameter[] {
  return [
    slider('temperature', 'Temperature', 'Higher is more varied, lower more predictable', [0, 2], [1, 0.8, 0.3]),
    slider('top_p', 'Top P', 'Only the likeliest words up to this share are considered', [0, 1], [1, 0.8, 0.7]),
    slider('frequency_penalty', 'Frequency penalty', 'Higher repeats words less often', [-2, 2], [0, 0, 0]),
    slider('presence_penalty', 'Presence penalty', 'Higher moves on to new subjects sooner', [-2, 2], [0, 0, 0]),
    {
      name: 'max_tokens',
      label: 'Max output tokens',
      desc: 'The answer is cut when it reaches this length',
      type: ModelParamType.int,
      min: '1',
      max: String(maxOutputTokens),
      precision: 0,
      default_val: { default_val: String(Math.min(4096, maxOutputTokens)) },
      options: [],
      param_class: inputOutput,
    },
    {
      name: 'response_format',
      label: 'Response format',
      desc: 'Text, Markdown or JSON',
      type: ModelParamType.int,
      min: '0',
      max: '2',
      precision: 0,
      default_val: { default_val: '1' },
      options: [
        { label: 'Text', value: '0' },
        { label: 'Markdown', value: '1' },
        { label: 'JSON', value: '2' },
      ],
      param_class: inputOutput,
    },
  ]
}

export const providerKinds = [
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
  'ollama',
  'elevenlabs',
  'azure-speech',
  'volcano-speech',
] as const
export type ManagedProviderKind = (typeof providerKinds)[number]
export const ModelClass = { gpt: 1, claude: 3, gemini: 11, llama: 20, other: 999 } as const
/** The provider kind for each model family that the platform's clients know. */
export const kindOfClass = (modelClass: number): ManagedProviderKind =>
  (
    {
      [ModelClass.gpt]: 'openai',
      [ModelClass.claude]: 'anthropic',
      [ModelClass.gemini]: 'google',
      [ModelClass.llama]: 'ollama',
    } as const
  )[modelClass as 1] ?? 'openai-compatible'
/** The first three numbers are those of the configuration calls. `dialogue` is speech to speech. */
export const ModelType = {
  chat: 0,
  embedding: 1,
  rerank: 2,
  speech: 3,
  image: 4,
  transcription: 5,
  dialogue: 6,
} as const
export type ModelType = (typeof ModelType)[keyof typeof ModelType]
/** The built-in model, which is always available. */
export const OFFLINE_MODEL_ID = '1'
/** Built-in speech: the speech model and the transcription model. */
export const OFFLINE_VOICES_ID = '2'
export const OFFLINE_TRANSCRIPTION_ID = '3'
