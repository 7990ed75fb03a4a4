import { useT } from '#lib/i18n.ts'

/** Tags of models as in the calls, with their text keys. */
const keys = {
  Chat: 'type.chat',
  Embedding: 'type.embedding',
  Rerank: 'type.rerank',
  Image: 'type.image',
  Speech: 'type.speech',
  Transcription: 'type.transcription',
  'Speech to speech': 'type.dialogue',
  Tools: 'can.tools',
  Vision: 'can.vision',
  Reasoning: 'can.reasoning',
  JSON: 'can.json',
  Free: 'catalogue.free',
  Paid: 'catalogue.paid',
} as const
const isTag = (tag: string): tag is keyof typeof keys => Object.hasOwn(keys, tag)

/** The name of a tag in the language of the page. */
export function useTagName(): (tag: string) => string {
  const t = useT('model')
  return (tag) => (isTag(tag) ? t(keys[tag]) : tag)
}
