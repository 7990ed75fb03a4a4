import type { Template } from '#values/template.ts'
import type { Variable } from '#values/types.ts'
import type { ModelSetting } from '../llm/model-setting.ts'

export interface QuestionConfig {
  question: Template
  system: Template
  model: ModelSetting
  options: 'none' | 'static' | 'dynamic'
  names: readonly string[]
  /** Fields to extract from the answers. */
  fields: readonly Variable[]
  limit: number
}

/** The conversation of one question node so far. */
export interface QuestionState {
  messages: { type: 'question' | 'answer'; content_type: 'text' | 'option'; content: unknown; id: string }[]
  answers: number
  options: string[]
}
