import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageNumber, pageSize, text } from '#shared/fields.ts'
import { inKnowledge } from './dataset.ts'
import * as e from './enums.ts'

/** Conditions on the metadata of a slice's document; all of them must be met. */
const metadataFilter = z
  .array(
    z.object({
      key: z.string().trim().min(1).max(e.KNOWLEDGE_LIMITS.metadataKey),
      is: z.enum({ equal: 'equal', not: 'not', contains: 'contains' }).default('equal'),
      value: z.string().max(e.KNOWLEDGE_LIMITS.metadataValue),
    }),
  )
  .max(20)
  .default([])
const recallSettings = z.object({
  top_k: z.int().min(1).max(50).default(5),
  min_score: z.number().min(0).max(1).default(0),
  search_strategy: z.enum(e.RecallStrategy).default(e.RecallStrategy.hybrid),
  use_rerank: z.boolean().default(false),
  use_rewrite: z.boolean().default(false),
  use_nl2sql: z.boolean().default(false),
  document_ids: z.array(id()).max(300).default([]),
  metadata: metadataFilter,
})
const channel = z.object({ rank: z.number(), score: z.number() })
const recallHit = z.object({
  slice_id: z.string(),
  document_id: z.string(),
  document_name: z.string(),
  dataset_id: z.string(),
  content: z.string(),
  titles: z.array(z.string()),
  /** From 0 to 1; compared with min_score. */
  score: z.number(),
  semantic: channel.optional(),
  fulltext: channel.optional(),
  rerank: z.number().optional(),
  sql: z.string().optional(),
  matched_words: z.array(z.string()),
  sequence: z.number(),
  /** The page number in the file; 0 if the file has no pages. */
  page: z.number(),
})
const expected = z.object({ document_id: id(), text: text(2000).default('') })
const caseOut = z.object({
  case_id: z.string(),
  question: z.string(),
  expected: z.array(z.object({ document_id: z.string(), text: z.string() })),
  create_time: z.number(),
})

/** Tests of retrieval from a knowledge base. */
export const recallOps = {
  recall: op('POST /api/knowledge/recall', {
    summary: 'Test retrieval: find chunks for a question with the score of each search',
    summaryZh: '召回测试：检索问题并返回各种搜索的得分',
    access: inKnowledge('view'),
    reply: 'flat',
    limit: { by: 'user', max: 240, seconds: 60 },
    input: () => recallSettings.extend({ dataset_id: id(), query: text(4000).min(1) }),
    output: () =>
      z.object({
        query: z.string(),
        hits: z.array(recallHit),
        cost_ms: z.number(),
        notes: z.array(z.string()),
        /** Milliseconds for each step that ran. */
        steps: z.object({
          rewrite: z.number().optional(),
          semantic: z.number().optional(),
          fulltext: z.number().optional(),
          nl2sql: z.number().optional(),
          rerank: z.number().optional(),
        }),
      }),
  }),
  saveCase: op('POST /api/knowledge/recall/case/save', {
    summary: 'Save a question and its expected chunk as a test case',
    summaryZh: '将问题和期望的分段存为测试用例',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () =>
      recallSettings.extend({
        dataset_id: id(),
        question: text(4000).min(1),
        expected: z.array(expected).min(1).max(20),
      }),
    output: () => z.object({ case_id: z.string() }),
  }),
  cases: op('POST /api/knowledge/recall/case/list', {
    summary: 'List the test cases of a knowledge base',
    summaryZh: '列出知识库的测试用例',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), page: pageNumber(), size: pageSize(50, 200) }),
    output: () => z.object({ cases: z.array(caseOut), total: z.number() }),
  }),
  removeCase: op('POST /api/knowledge/recall/case/delete', {
    summary: 'Delete a test case',
    summaryZh: '删除测试用例',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), case_id: id() }),
  }),
  runCases: op('POST /api/knowledge/recall/case/run', {
    summary: 'Run all test cases and get the hit rate',
    summaryZh: '运行全部测试用例并返回命中率',
    access: inKnowledge('editInfo'),
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object({ dataset_id: id() }),
    output: () =>
      z.object({
        run_id: z.string(),
        total: z.number(),
        hits: z.number(),
        results: z.array(
          z.object({
            case_id: z.string(),
            question: z.string(),
            is_hit: z.boolean(),
            rank: z.number(),
            score: z.number(),
          }),
        ),
      }),
  }),
  caseRuns: op('POST /api/knowledge/recall/case/history', {
    summary: 'Get the hit rate of the test cases over time',
    summaryZh: '获取测试用例命中率的变化',
    access: inKnowledge('view'),
    reply: 'flat',
    input: () => z.object({ dataset_id: id() }),
    output: () =>
      z.object({
        runs: z.array(z.object({ run_id: z.string(), total: z.number(), hits: z.number(), create_time: z.number() })),
      }),
  }),
}
