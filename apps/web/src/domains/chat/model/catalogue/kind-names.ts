/** Kinds as the calls tag them, with their keys in the texts. */
export const kindNames = {
  Chat: 'chat',
  Embedding: 'embedding',
  Rerank: 'rerank',
  Image: 'image',
  Speech: 'speech',
} as const
