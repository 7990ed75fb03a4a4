import { type Contract, DocumentStatus } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { type KnowledgeParts, ownDocuments } from './knowledge.parts.ts'
import type { DocumentRow, DocumentSettings } from './knowledge.table.ts'

type Names =
  | 'createDocument'
  | 'listDocuments'
  | 'original'
  | 'resegment'
  | 'removeDocuments'
  | 'progress'
  | 'updateDocument'
  | 'refreshDocument'
  | 'retryDocuments'
  | 'cancelDocuments'
  | 'fetchDocuments'
  | 'updateDocuments'
  | 'embeddingModels'
  | 'setAppendFrequency'
  | 'getAppendFrequency'
interface Strategies {
  chunk_strategy?: DocumentSettings['chunk']
  parsing_strategy?: DocumentSettings['parsing']
  index_strategy?: { model: string }
  filter_strategy?: { filter_page: number[] }
}
export const settingsOf = (input: Strategies): DocumentSettings => ({
  ...(input.chunk_strategy && { chunk: input.chunk_strategy }),
  ...(input.parsing_strategy && { parsing: input.parsing_strategy }),
  ...(input.index_strategy?.model && { model: input.index_strategy.model }),
  ...(input.filter_strategy && { skipPages: input.filter_strategy.filter_page }),
})

export function documentRoutes(parts: KnowledgeParts): Pick<Handlers<Contract['knowledge']>, Names> {
  const { accounts, appends, datasets, documents, embeddings, view, original } = parts
  const shown = (rows: DocumentRow[], ctx: Ctx, spaceId = '') =>
    rows.map((row) => view.document(row, spaceId, ctx.locale))
  async function checkModel(model: string | undefined, spaceId: string) {
    if (model && !(await embeddings.exists(model, spaceId))) throw knowledgeErrors.modelGone()
  }
  return {
    createDocument: async (input, ctx) => {
      await checkModel(input.index_strategy?.model, ctx.located!.spaceId)
      const rows = await documents.create({
        knowledgeId: input.dataset_id,
        userId: ctx.userId,
        bases: input.document_bases,
        settings: settingsOf(input),
        isAppend: input.is_append,
      })
      return { document_infos: shown(rows, ctx, ctx.located!.spaceId) }
    },
    listDocuments: async (input, ctx) => {
      const { rows, total } = await documents.list(input.dataset_id, {
        ids: input.document_ids,
        keyword: input.keyword,
        ...(input.statuses && { statuses: input.statuses }),
        page: input.page,
        size: input.size,
      })
      return {
        document_infos: shown(rows, ctx, ctx.located!.spaceId),
        total,
        counts: await documents.counts(input.dataset_id),
      }
    },
    original: async (input) => {
      const row = await documents.require(input.document_id)
      return { ...(await original(row, input.page, input.find)), url: view.link(row.blobKey) }
    },
    resegment: async (input, ctx) => {
      const rows = (await ownDocuments(parts, input.document_ids, ctx, 'editInfo')).filter(
        (row) => row.knowledgeId === input.dataset_id,
      )
      await checkModel(input.index_strategy?.model, ctx.located!.spaceId)
      return {
        document_infos: shown(
          await documents.again(rows, DocumentStatus.resegment, settingsOf(input), input.review_ids),
          ctx,
          ctx.located!.spaceId,
        ),
      }
    },
    removeDocuments: async (input, ctx) => {
      const rows = await ownDocuments(parts, input.document_ids, ctx, 'editInfo')
      await documents.remove(rows.map((row) => row.id))
      return {}
    },
    progress: async (input, ctx) => {
      const rows = await ownDocuments(parts, input.document_ids, ctx, 'view')
      return { data: rows.map((row) => view.progress(row, ctx.locale)) }
    },
    updateDocument: async (input, ctx) => {
      const row = await documents.update(input.document_id, {
        ...(input.document_name !== undefined && { name: input.document_name }),
        ...(input.status !== undefined && { status: input.status }),
        ...(input.update_rule && { rule: input.update_rule }),
        ...(input.table_meta && { tableMeta: input.table_meta }),
        ...(input.metadata && { metadata: input.metadata }),
      })
      return { document_info: view.document(row, ctx.located!.spaceId, ctx.locale) }
    },
    refreshDocument: async (input) => {
      const row = await documents.require(input.document_id)
      await documents.again([row], DocumentStatus.refreshing, settingsOf(input))
      return { document_id: row.id }
    },
    retryDocuments: async (input, ctx) => {
      const rows = await ownDocuments(parts, input.document_ids, ctx, 'editInfo')
      return { document_infos: shown(await documents.retry(rows), ctx) }
    },
    cancelDocuments: async (input, ctx) => {
      const rows = await ownDocuments(parts, input.document_ids, ctx, 'editInfo')
      return { document_infos: shown(await documents.cancel(rows), ctx) }
    },
    fetchDocuments: async (input, ctx) => {
      const rows = await ownDocuments(parts, input.document_ids, ctx, 'editInfo')
      await documents.again(
        rows.filter((row) => row.webUrl),
        DocumentStatus.refreshing,
        {},
      )
      return {}
    },
    updateDocuments: async (input, ctx) => {
      const rows = await ownDocuments(parts, input.document_ids, ctx, 'editInfo')
      const changed = []
      for (const row of rows) changed.push(await documents.setRule(row, input.update_rule))
      return { document_info: shown(changed, ctx) }
    },
    embeddingModels: async (input) => ({
      models: [
        ...(await embeddings.list(input.space_id)).map(({ id, name }) => ({ id, name })),
        { id: 'offline', name: 'Orrery Offline (English, Chinese)' },
      ],
    }),
    setAppendFrequency: async (input, ctx) => {
      for (const { auth_id } of input.auth_frequency_info) await accounts.require(auth_id, ctx.userId)
      await datasets.setFrequency(input.dataset_id, appends.timed(input.auth_frequency_info, ctx.userId))
      return {}
    },
    getAppendFrequency: async (input) => ({
      auth_frequency_info: (await datasets.frequency(input.dataset_id)).map(
        ({ auth_id, auth_frequency_type, auth_name }) => ({ auth_id, auth_frequency_type, auth_name }),
      ),
    }),
  }
}
