import { ModelType } from '@orrery/contract/shared/model-support'

/** The kinds of models in display order, with their text keys. */
export const typeNames = {
  [ModelType.chat]: 'chat',
  [ModelType.embedding]: 'embedding',
  [ModelType.rerank]: 'rerank',
  [ModelType.image]: 'image',
  [ModelType.speech]: 'speech',
  [ModelType.transcription]: 'transcription',
  [ModelType.dialogue]: 'dialogue',
} as const
export const modelTypes: readonly ModelType[] = [
  ModelType.chat,
  ModelType.embedding,
  ModelType.rerank,
  ModelType.image,
  ModelType.speech,
  ModelType.transcription,
  ModelType.dialogue,
]
