import { FormatType } from '@orrery/contract'
import type { Call, KnowledgePort as NodePort } from '@orrery/engine'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { KnowledgePort as AgentPort } from '#domains/chat/agent/shared/skill-ports.ts'
import type { DatasetService } from './dataset.service.ts'
import type { DocumentService } from './document.service.ts'
import type { DocumentSettings } from './knowledge.table.ts'
import { strategyOf } from './recall.routes.ts'
import type { RetrieveService } from './retrieve.service.ts'
import { extensionOf, type Sources } from './source.service.ts'

export interface PortDeps {
  datasets: DatasetService
  documents: DocumentService
  retrieval: RetrieveService
  sources: Sources
  egress: Egress
  /** Reads the file behind a signed link of this instance; undefined for any other address. */
  ownFile(url: string): Promise<{ bytes: Uint8Array } | undefined>
}

/** Knowledge for bots: searches only in the space of the bot. */
export const createAgentKnowledge = ({ retrieval, datasets }: Pick<PortDeps, 'retrieval' | 'datasets'>): AgentPort => ({
  async retrieve(query, settings, context, history) {
    const { hits } = await retrieval.retrieve({
      spaceId: context.spaceId,
      knowledgeIds: settings.knowledge_info.map((item) => item.id),
      query,
      strategy: strategyOf(settings.search_strategy),
      topK: settings.top_k,
      minScore: settings.min_score,
      useRerank: settings.recall_strategy.use_rerank,
      useRewrite: settings.recall_strategy.use_rewrite,
      useNl2sql: settings.recall_strategy.use_nl2sql,
      history,
      signal: context.signal,
    })
    return hits.map((hit) => ({
      text: hit.content,
      score: hit.score,
      sliceId: hit.sliceId,
      documentId: hit.documentId,
      documentName: hit.documentName,
      datasetId: hit.datasetId,
      datasetName: hit.datasetName,
    }))
  },
  async countProcessing(settings, context) {
    const rows = await datasets.byIds(settings.knowledge_info.map((item) => item.id))
    const own = rows.filter(({ resource }) => resource.spaceId === context.spaceId)
    const sums = await datasets.sums(own.map(({ resource }) => resource.id))
    return sums.reduce((total, { busy }) => total + busy.length, 0)
  },
})

/** Knowledge for workflows: the nodes that search, write and delete. */
export function createNodeKnowledge({ datasets, documents, retrieval, sources, egress, ownFile }: PortDeps): NodePort {
  const textOf = (call: Call, key: string) => String(call.context[key] ?? '')
  /** A base in the space of the run. */
  async function home(id: string, call: Call) {
    const found = await datasets.require(id)
    if (found.resource.spaceId !== textOf(call, 'spaceId')) throw errors.notFound({ what: 'knowledge base' })
    return found
  }
  return {
    async retrieve(request, call) {
      const { hits } = await retrieval.retrieve({
        ...request,
        spaceId: textOf(call, 'spaceId'),
        topK: request.topK ?? 3,
        minScore: request.minScore ?? 0.5,
        history: request.history.map((turn) => ({
          role: turn.role,
          content: typeof turn.content === 'string' ? turn.content : '',
        })),
        signal: call.signal,
      })
      return hits.map((hit) => ({
        documentId: hit.documentId,
        output: hit.content,
        documentName: hit.documentName,
        sliceId: hit.sliceId,
        knowledgeId: hit.datasetId,
        score: hit.score,
      }))
    },
    async describe(ids, call) {
      const rows = await datasets.byIds(ids)
      return rows
        .filter((row) => row.resource.spaceId === textOf(call, 'spaceId'))
        .map(({ resource }) => ({ id: resource.id, name: resource.name, description: resource.description }))
    },
    async write({ knowledgeId, fileUrl, fileName, strategy }, call) {
      const { knowledge, resource } = await home(knowledgeId, call)
      const file = (await ownFile(fileUrl)) ?? {
        bytes: await (await egress.fetch(fileUrl, { signal: call.signal })).bytes(),
      }
      const name = fileName || decodeURIComponent(/([^/?#]+)(?:[?#]|$)/.exec(fileUrl)?.[1] ?? 'document')
      const extension = extensionOf(name) || extensionOf(fileUrl.split(/[?#]/)[0]!)
      const blobKey = await sources.keep(file.bytes, extension, 'application/octet-stream')
      const [row] = await documents.adopt({
        knowledgeId,
        userId: textOf(call, 'userId') || resource.ownerId,
        name: name.slice(0, 200),
        format: knowledge.format,
        source: { blobKey, extension, size: file.bytes.byteLength, webUrl: '', sourceType: 0 },
        settings: settingsOf(strategy, knowledge.format),
      })
      return { documentId: row!.id, fileName: name, fileUrl }
    },
    async remove({ knowledgeId, documentId }, call) {
      const [row] = await documents.byIds([documentId])
      if (!row || (knowledgeId && row.knowledgeId !== knowledgeId)) return false
      await home(row.knowledgeId, call)
      await documents.remove([documentId])
      return true
    },
  }
}

/**
 * Document settings from the strategy of a canvas: { chunkStrategy: { chunkType, separator, maxToken, overlap },
 * parsingStrategy }.
 */
function settingsOf(strategy: Record<string, unknown>, format: number): DocumentSettings {
  const raw = (strategy.chunkStrategy ?? {}) as Record<string, unknown>
  if (format !== FormatType.text) return {}
  const isCustom = raw.chunkType === 'custom' || raw.chunkType === 1
  return isCustom
    ? {
        chunk: {
          chunk_type: 1,
          ...(typeof raw.separator === 'string' && { separator: raw.separator }),
          ...(Number(raw.maxToken) > 0 && { max_tokens: Number(raw.maxToken) }),
          ...(Number(raw.overlap) >= 0 && {
            overlap: Math.min(99, Math.round(Number(raw.overlap) * (Number(raw.overlap) < 1 ? 100 : 1))),
          }),
        },
      }
    : {}
}
