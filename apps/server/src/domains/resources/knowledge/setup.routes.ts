import type { Contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { KnowledgeParts } from './knowledge.parts.ts'

export function setupRoutes({
  setup,
}: Pick<KnowledgeParts, 'setup'>): Pick<Handlers<Contract['knowledge']>, 'setup' | 'saveSetup'> {
  return {
    setup: async () => {
      const { type, baseUrl, keyHint, model, batch, dims, stepModel } = await setup.get()
      return {
        knowledge_config: {
          embedding_config: {
            type: type as 0 | 1 | 2 | 3 | 4,
            max_batch_size: batch,
            connection: {
              base_conn_info: { base_url: baseUrl, api_key: keyHint, model, thinking_type: 0 as const },
              embedding_info: { dims },
              ...(type === 4 && { http: { address: baseUrl } }),
            },
          },
          rerank_config: { type: 1 as const },
          // Text in pictures is recognised by a library that ships with the product.
          ocr_config: { type: 1 as const, paddleocr_api_url: '' },
          parser_config: { type: 0 as const, paddleocr_structure_api_url: '' },
          builtin_model_id: stepModel ?? '0',
        },
      }
    },
    saveSetup: async ({ knowledge_config: input }, ctx) => {
      // Unsupported settings are refused rather than stored without effect.
      if (input.rerank_config?.type === 0) throw knowledgeErrors.setupUnserved({ field: 'rerank_config.type' })
      if (input.ocr_config?.paddleocr_api_url)
        throw knowledgeErrors.setupUnserved({ field: 'ocr_config.paddleocr_api_url' })
      if (input.parser_config?.type === 1) throw knowledgeErrors.setupUnserved({ field: 'parser_config.type' })
      const embedding = input.embedding_config
      if (embedding?.connection.openai?.by_azure)
        throw knowledgeErrors.setupUnserved({ field: 'embedding_config.connection.openai.by_azure' })
      const base = embedding?.connection.base_conn_info
      await setup.save(
        {
          stepModel: input.builtin_model_id,
          embedding: embedding &&
            base && {
              type: embedding.type,
              baseUrl: base.base_url || embedding.connection.http?.address || '',
              apiKey: base.api_key,
              model: base.model,
              batch: embedding.max_batch_size,
            },
        },
        ctx.userId,
      )
      return {}
    },
  }
}
