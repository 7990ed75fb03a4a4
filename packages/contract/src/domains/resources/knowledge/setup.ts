import { z } from 'zod'
import { KNOWLEDGE_LIMITS } from './enums.ts'
import { op } from '#kit.ts'
import { base, idOrNone } from '#shared/fields.ts'

const line = z.string().trim().max(500).default('')
const embedding = z.object({
  /** Ark, OpenAI, Ollama, Gemini, or any server with a compatible API. */
  type: z.literal([0, 1, 2, 3, 4]).default(1),
  max_batch_size: z.int().min(1).max(KNOWLEDGE_LIMITS.embeddingBatch).default(96),
  connection: z
    .object({
      base_conn_info: z
        .object({
          base_url: line,
          /** Masked in answers; empty leaves it unchanged. */
          api_key: line,
          /** Empty for the built-in model. */
          model: z.string().trim().max(200).default(''),
          thinking_type: z.literal([0, 1, 2, 3]).default(0),
        })
        .prefault({}),
      /** Number of dimensions of a vector, determined when the connection is saved. */
      embedding_info: z.object({ dims: z.int().min(0).default(0) }).prefault({}),
      openai: z.object({ by_azure: z.boolean().default(false), api_version: line }).optional(),
      http: z.object({ address: line }).optional(),
    })
    .prefault({}),
})
const rerank = z.object({
  /**
   * 1: sums the ranks of both searches, and a model reranks if a bot requests it. 0: an external service; not
   * supported.
   */
  type: z.literal([0, 1]).default(1),
})
const ocr = z.object({ type: z.literal([0, 1]).default(1), paddleocr_api_url: line })
const parser = z.object({ type: z.literal([0, 1]).default(0), paddleocr_structure_api_url: line })

/** Settings for all knowledge bases of the instance. */
export const setupOps = {
  setup: op('GET /api/admin/config/knowledge/get', {
    summary: 'Get the knowledge settings of the instance',
    summaryZh: '获取实例的知识库设置',
    access: 'instance',
    reply: 'flat',
    input: () => z.object({ Base: base }),
    output: () =>
      z.object({
        knowledge_config: z.object({
          embedding_config: embedding,
          rerank_config: rerank,
          ocr_config: ocr,
          parser_config: parser,
          builtin_model_id: z.string(),
        }),
      }),
  }),
  saveSetup: op('POST /api/admin/config/knowledge/save', {
    summary: 'Set the models for embedding, rewriting and reranking; the connection is tested first',
    summaryZh: '设置向量、改写和重排模型，保存前会先测试连接',
    access: 'instance',
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        knowledge_config: z.object({
          embedding_config: embedding.optional(),
          rerank_config: rerank.optional(),
          ocr_config: ocr.optional(),
          parser_config: parser.optional(),
          builtin_model_id: idOrNone(),
        }),
        Base: base,
      }),
  }),
}
