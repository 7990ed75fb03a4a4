import type { ModelCall, NodeRecord } from './node-record.ts'

// Stored keys are short, since every node of every run has a record. Stored rows depend on them: add keys, never change
// one.
const recordKeys = {
  path: 'p',
  nodeId: 'id',
  type: 't',
  title: 'n',
  status: 's',
  startedAt: 'at',
  durationMs: 'ms',
  input: 'i',
  output: 'o',
  text: 'x',
  raw: 'raw',
  error: 'err',
  errorZh: 'zh',
  errorCode: 'code',
  errorLevel: 'l',
  tokensIn: 'tin',
  tokensOut: 'tout',
  round: 'k',
  depth: 'd',
  workflowId: 'wf',
  port: 'port',
  modelCalls: 'm',
  extra: 'extra',
  isPinned: 'pin',
  attempts: 'tries',
} as const satisfies Record<keyof NodeRecord, string>
const callKeys = {
  modelId: 'id',
  modelName: 'n',
  startedAt: 'at',
  durationMs: 'ms',
  firstTokenMs: 'f',
  tokensIn: 'i',
  tokensOut: 'o',
  tokensCached: 'k',
  tokensReasoning: 'r',
  costIn: 'ci',
  costOut: 'co',
  error: 'err',
} as const satisfies Record<keyof ModelCall, string>

type Keys = Readonly<Record<string, string>>
const inverse = (keys: Keys): Keys => Object.fromEntries(Object.entries(keys).map(([long, short]) => [short, long]))
const longRecordKeys = inverse(recordKeys)
const longCallKeys = inverse(callKeys)

/** A loop is faster than `Object.entries`, and this runs for every node of every run. */
function rename(value: object, keys: Keys): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const key in value) renamed[keys[key] ?? key] = (value as Record<string, unknown>)[key]
  return renamed
}

/** Serialises records for a row. */
export const packRecords = (records: readonly NodeRecord[]): string =>
  JSON.stringify(
    records.map((record) => {
      const packed = rename(record, recordKeys)
      if (record.modelCalls) packed.m = record.modelCalls.map((call) => rename(call, callKeys))
      return packed
    }),
  )

export const unpackRecords = (text: string): NodeRecord[] =>
  (JSON.parse(text) as { m?: object[] }[]).map((packed) => {
    const record = rename(packed, longRecordKeys) as unknown as NodeRecord
    if (packed.m) record.modelCalls = packed.m.map((call) => rename(call, longCallKeys) as unknown as ModelCall)
    return record
  })
