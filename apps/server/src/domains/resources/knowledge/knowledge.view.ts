import {
  type DocumentInfo,
  type KnowledgeInfo,
  DocumentSource,
  KnowledgeStatus,
  type TableColumn,
} from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { DatasetService, FullDataset } from './dataset.service.ts'
import type { DocumentRow, DocumentSettings, ReviewRow } from './knowledge.table.ts'
import { isBusy, isFailed } from './document.repo.ts'
import { problemText } from './problem.ts'
import type { SliceRow } from './slice.repo.ts'
import type { WebRow } from './knowledge.table.ts'
import type { Hit } from './retrieve.service.ts'

const chunkOf = ({ chunk }: DocumentSettings) => ({
  separator: '\n',
  max_tokens: 800,
  remove_extra_spaces: false,
  remove_urls_emails: false,
  chunk_type: 0 as const,
  content_schema: 0,
  caption_type: 0 as const,
  overlap: 10,
  max_level: 3,
  save_title: true,
  child_max_tokens: 200,
  ...chunk,
})

export interface ViewDeps {
  datasets: DatasetService
  links: FileLinks
  people: Pick<PassportService, 'getMany'>
  clock: Clock
}

/** Rows in wire format. */
export function createKnowledgeView({ datasets, links, people, clock }: ViewDeps) {
  function document(row: DocumentRow, spaceId: string, locale: Locale): DocumentInfo {
    return {
      name: row.name,
      document_id: row.id,
      tos_uri: row.blobKey,
      bot_used_count: 0,
      create_time: seconds(row.createdAt),
      update_time: seconds(row.updatedAt),
      creator_id: row.createdBy,
      slice_count: row.sliceCount,
      type: row.extension,
      size: row.size,
      char_count: row.charCount,
      status: row.status as DocumentInfo['status'],
      hit_count: row.hitCount,
      source_type: row.sourceType,
      update_type: row.updateType,
      update_interval: row.updateInterval,
      format_type: row.format as DocumentInfo['format_type'],
      table_meta: row.tableMeta,
      web_url: row.webUrl,
      status_descript: problemText(row.problem, locale),
      source_file_id: row.sourceType === DocumentSource.file ? row.blobKey : '',
      is_disconnect: false,
      space_id: spaceId,
      editable_update_rule: row.webUrl !== '',
      editable_append_content: row.format === 1,
      chunk_strategy: chunkOf(row.settings),
      imagex_uri: row.format === 2 ? row.blobKey : '',
      doc_outline: '',
      parsing_strategy: { ...row.settings.parsing },
      index_strategy: { model: row.embedding },
      filter_strategy: { filter_page: row.settings.skipPages ?? [] },
      preview_tos_url: links.make(row.blobKey),
      review_id: row.reviewId ?? '0',
      document_id_new: row.id,
      stage: row.stage,
      progress: row.progress,
      metadata: row.settings.metadata ?? {},
      is_language_known: row.isUnderstood,
    }
  }
  return {
    link: links.make,
    document,
    async datasets(rows: FullDataset[], editable: (id: string) => Promise<boolean>): Promise<KnowledgeInfo[]> {
      const ids = rows.map((row) => row.knowledge.id)
      const [sums, bots, users] = await Promise.all([
        datasets.sums(ids),
        datasets.botsUsing(ids),
        people.getMany([...new Set(rows.map((row) => row.resource.ownerId))]),
      ])
      return Promise.all(
        rows.map(async ({ knowledge, resource }) => {
          const sum = sums.find((sum) => sum.knowledgeId === knowledge.id)
          const owner = users.find((user) => user.id === resource.ownerId)
          const isReady = knowledge.status !== KnowledgeStatus.forbid
          return {
            dataset_id: knowledge.id,
            name: resource.name,
            file_list: sum?.names ?? [],
            all_file_size: sum?.size ?? 0,
            bot_used_count: bots.filter((bot) => bot.knowledgeId === knowledge.id).length,
            status: isReady ? stateOf(sum) : KnowledgeStatus.forbid,
            processing_file_list: sum?.busy ?? [],
            update_time: seconds(resource.updatedAt),
            icon_url: links.make(resource.iconUri),
            description: resource.description,
            icon_uri: resource.iconUri,
            can_edit: await editable(knowledge.id),
            create_time: seconds(resource.createdAt),
            creator_id: resource.ownerId,
            space_id: resource.spaceId,
            creator_name: owner?.name ?? '',
            avatar_url: links.make(owner?.avatarKey),
            failed_file_list: sum?.failed ?? [],
            format_type: knowledge.format as KnowledgeInfo['format_type'],
            slice_count: sum?.slices ?? 0,
            hit_count: knowledge.hitCount,
            doc_count: sum?.documents ?? 0,
            chunk_strategy: chunkOf({ chunk: knowledge.chunkStrategy }),
            processing_file_id_list: sum?.busyIds ?? [],
            project_id: resource.projectId ?? '0',
            storage_location: knowledge.storageLocation,
            storage_config_id: knowledge.storageConfigId ?? '',
            dataset_type: 0,
            embedding_model: knowledge.embedding,
          }
        }),
      )
    },
    progress(row: DocumentRow, locale: Locale) {
      const spent = row.startedAt ? clock.now() - row.startedAt : 0
      const left = isBusy(row.status) && row.progress > 0 ? Math.ceil((spent / row.progress) * (100 - row.progress)) : 0
      return {
        document_id: row.id,
        progress: isBusy(row.status) ? Math.min(row.progress, 99) : isFailed(row.status) ? row.progress : 100,
        status: row.status as DocumentInfo['status'],
        status_descript: problemText(row.problem, locale),
        document_name: row.name,
        remaining_time: seconds(left + 999),
        size: row.size,
        type: row.extension,
        url: links.make(row.blobKey),
        update_type: row.updateType,
        update_interval: row.updateInterval,
        stage: row.stage,
      }
    },
    photo: (row: DocumentRow) => ({
      name: row.name,
      document_id: row.id,
      url: links.make(row.blobKey),
      caption: row.caption,
      create_time: seconds(row.createdAt),
      update_time: seconds(row.updatedAt),
      creator_id: row.createdBy,
      type: row.extension,
      size: row.size,
      status: row.status as DocumentInfo['status'],
      source_type: row.sourceType,
    }),
    review: (row: ReviewRow, locale: Locale) => ({
      review_id: row.id,
      document_name: row.documentName,
      document_type: row.extension,
      tos_url: links.make(row.blobKey),
      status: row.status as 0 | 1 | 2 | 3,
      doc_tree_tos_url: '',
      preview_tos_url: links.make(row.blobKey),
      status_descript: problemText(row.problem, locale),
      chunks: row.chunks,
    }),
    web(page: WebRow, below: WebRow[], withContent: boolean, locale: Locale) {
      const found = (row: WebRow) => ({
        id: row.id,
        url: row.url,
        content: withContent ? row.content : '',
        title: row.title,
        status: row.status as 0 | 1 | 2,
      })
      const all = [page, ...below]
      return {
        progress: Math.floor((100 * all.filter((row) => row.status !== 0).length) / all.length),
        web_info: { ...found(page), subpages: below.map(found), subpages_count: below.length },
        status: page.status as 0 | 1 | 2,
        status_descript: problemText(page.problem, locale),
      }
    },
    hit: (hit: Hit) => ({
      slice_id: hit.sliceId,
      document_id: hit.documentId,
      document_name: hit.documentName,
      dataset_id: hit.datasetId,
      content: hit.content,
      titles: hit.titles,
      score: round(hit.score),
      ...(hit.semantic && { semantic: { rank: hit.semantic.rank, score: round(hit.semantic.score) } }),
      ...(hit.fulltext && { fulltext: { rank: hit.fulltext.rank, score: round(hit.fulltext.score) } }),
      ...(hit.rerank !== undefined && { rerank: hit.rerank }),
      ...(hit.sql !== undefined && { sql: hit.sql }),
      matched_words: hit.matched,
      sequence: hit.sequence,
      page: hit.page,
    }),
  }
}
/** A base has failed if it has documents and none of them could be read. */
function stateOf(sum: { documents: number; busy: string[]; failed: string[] } | undefined) {
  if (sum?.busy.length) return KnowledgeStatus.processing
  return sum && sum.failed.length === sum.documents ? KnowledgeStatus.failed : KnowledgeStatus.ready
}
export type KnowledgeView = ReturnType<typeof createKnowledgeView>
const round = (score: number) => Math.round(score * 10_000) / 10_000

/** Table rows as JSON of column names and cells, as clients of tables expect. */
export const sliceContent = (row: SliceRow, columns: TableColumn[] | undefined) =>
  row.cells && columns
    ? JSON.stringify(
        columns.map((column) => ({
          column_id: column.id,
          column_name: column.column_name,
          value: row.cells![column.id] ?? '',
        })),
      )
    : row.content
