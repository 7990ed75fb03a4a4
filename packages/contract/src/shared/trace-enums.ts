/** Numbers of traces on the wire. */
export const SpanListType = { root: 0, all: 1, model: 2 } as const
export const WireSpanStatus = { unknown: 1, success: 2, error: 3, broken: 4 } as const
export const WireSpanType = {
  unknown: 1,
  prompt: 2,
  model: 3,
  parser: 4,
  embedding: 5,
  memory: 6,
  plugin: 7,
  function: 8,
  graph: 9,
  remote: 10,
  loader: 11,
  transformer: 12,
  vectorStore: 13,
  vectorRetriever: 14,
  agent: 15,
  cozeBot: 16,
  llmCall: 17,
} as const

const MB = 1024 * 1024
export const INGEST_LIMITS = {
  packedBytes: 8 * MB,
  unpackedBytes: 64 * MB,
  fileBytes: 32 * MB,
  spans: 10_000,
  loopSpans: 100,
  valueBytes: MB,
  attributes: 128,
  events: 128,
  depth: 16,
  /** How far ahead of ours the clock of a program may be. */
  aheadMs: 10 * 60_000,
} as const
