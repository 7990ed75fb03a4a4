import { ModelType } from '@orrery/contract'
import type { CataloguedModel } from './model.service.ts'

/** Classes of tags and states by their numbers in the wire format. */
export const TagClass = { type: '1', feature: '3', payment: '15' } as const
export const ModelStatus = { online: 1, offline: 2 } as const
const typeNames = {
  [ModelType.chat]: 'Chat',
  [ModelType.embedding]: 'Embedding',
  [ModelType.rerank]: 'Rerank',
  [ModelType.speech]: 'Speech',
  [ModelType.image]: 'Image',
  [ModelType.transcription]: 'Transcription',
  [ModelType.dialogue]: 'Speech to speech',
}

export function tagsOf({ type, capabilities, priceIn, priceOut }: CataloguedModel): Record<string, string[]> {
  const { tools, vision, reasoning, json } = capabilities
  const features = { Tools: tools, Vision: vision, Reasoning: reasoning, JSON: json }
  return {
    [TagClass.type]: [typeNames[type]],
    [TagClass.feature]: Object.entries(features).flatMap(([name, has]) => (has ? name : [])),
    [TagClass.payment]: [priceIn || priceOut ? 'Paid' : 'Free'],
  }
}
export const abilityOf = ({ capabilities }: CataloguedModel) => ({
  cot_display: capabilities.reasoning,
  function_call: capabilities.tools,
  image_understanding: capabilities.vision,
})

export interface CatalogueFilter {
  name: string
  tag_filters?: Record<string, string[]> | null | undefined
  context_len_min?: number | undefined
  context_len_max?: number | undefined
  model_cost_min?: number | undefined
  model_cost_max?: number | undefined
  model_vendor: string
  statusList?: number[] | null | undefined
  model_show_family_id: string
}
const isWithin = (value: number, min = 0, max = Number.POSITIVE_INFINITY) => value >= min && value <= max

/** Whether a model passes all filters; of several tags of one class a single match is enough. */
export function matches(model: CataloguedModel, filter: CatalogueFilter): boolean {
  const words = filter.name.trim().toLowerCase()
  const tags = tagsOf(model)
  const status = model.enabled ? ModelStatus.online : ModelStatus.offline
  return (
    (!words || `${model.name} ${model.config.model}`.toLowerCase().includes(words)) &&
    Object.entries(filter.tag_filters ?? {}).every(
      ([kind, wanted]) => !wanted.length || wanted.some((tag) => tags[kind]?.includes(tag)),
    ) &&
    isWithin(model.contextTokens, filter.context_len_min, filter.context_len_max) &&
    isWithin(model.priceIn, filter.model_cost_min, filter.model_cost_max) &&
    (!filter.model_vendor || model.config.providerName === filter.model_vendor) &&
    (!filter.statusList?.length || filter.statusList.includes(status)) &&
    (!filter.model_show_family_id || String(model.modelClass) === filter.model_show_family_id)
  )
}
