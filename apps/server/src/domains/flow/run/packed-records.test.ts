import { expect, test } from 'vitest'
import type { NodeRecord } from './node-record.ts'
import { packRecords, unpackRecords } from './packed-records.ts'

/** A row from a version of the server that used the short names in memory too. */
const stored =
  '[{"p":"105","id":"105","t":"LLM","n":"Model","s":4,"at":1700000000000,"k":2,"d":1,"wf":"77","i":{"p":"kept"},"o":{"m":[1]},"ms":12,' +
  '"x":"text","raw":"raw","port":"default","extra":{"t":1},"pin":true,"tries":2,"tin":3,"tout":4,"err":"boom","code":7,"l":"Warn",' +
  '"m":[{"id":"9","n":"Big","at":1,"ms":2,"f":1,"i":3,"o":4,"k":5,"r":6,"ci":0.1,"co":0.2,"err":"late"}]}]'
const record: NodeRecord = {
  path: '105',
  nodeId: '105',
  type: 'LLM',
  title: 'Model',
  status: 4,
  startedAt: 1_700_000_000_000,
  round: 2,
  depth: 1,
  workflowId: '77',
  input: { p: 'kept' },
  output: { m: [1] },
  durationMs: 12,
  text: 'text',
  raw: 'raw',
  port: 'default',
  extra: { t: 1 },
  isPinned: true,
  attempts: 2,
  tokensIn: 3,
  tokensOut: 4,
  error: 'boom',
  errorCode: 7,
  errorLevel: 'Warn',
  modelCalls: [
    {
      modelId: '9',
      modelName: 'Big',
      startedAt: 1,
      durationMs: 2,
      firstTokenMs: 1,
      tokensIn: 3,
      tokensOut: 4,
      tokensCached: 5,
      tokensReasoning: 6,
      costIn: 0.1,
      costOut: 0.2,
      error: 'late',
    },
  ],
}

test('rows of earlier versions are read, with values inside inputs and outputs unchanged', () => {
  expect(unpackRecords(stored)).toEqual([record])
})

test('earlier versions can read rows that are written now', () => {
  expect(packRecords([record])).toBe(stored)
})
