import type { Actor, Ctx } from '#kit/http/context.ts'
import { errors } from '#kit/errors.ts'
import type { AccountService } from './account.service.ts'
import type { AppendService } from './append.service.ts'
import type { CaptionService } from './caption.service.ts'
import type { CloudService } from './cloud.service.ts'
import type { ContentService } from './content.service.ts'
import type { DatasetService } from './dataset.service.ts'
import type { DocumentService } from './document.service.ts'
import type { Embeddings } from './embedding.ts'
import type { KnowledgeView } from './knowledge.view.ts'
import type { DocumentRow } from './knowledge.table.ts'
import type { OutsideService } from './outside.service.ts'
import type { RecallService } from './recall.service.ts'
import type { RetrieveService } from './retrieve.service.ts'
import type { ReviewService } from './review.service.ts'
import type { SetupService } from './setup.service.ts'
import type { SliceService } from './slice.service.ts'
import type { Sources } from './source.service.ts'
import type { TableService } from './table.service.ts'
import type { WebService } from './web.service.ts'

/** Dependencies of the knowledge routes. */
export interface KnowledgeParts {
  datasets: DatasetService
  documents: DocumentService
  slices: SliceService
  captions: CaptionService
  webs: WebService
  reviews: ReviewService
  tables: TableService
  sources: Sources
  retrieval: RetrieveService
  recall: RecallService
  outside: OutsideService
  accounts: AccountService
  clouds: CloudService
  appends: AppendService
  setup: SetupService
  embeddings: Embeddings
  view: KnowledgeView
  /** A page of the file behind a document. */
  original: ContentService['original']
  defaultIcon(format: number): Promise<string>
}

/** Documents by id that the caller may look at or change: all of them, or none. */
export async function ownDocuments(
  parts: Pick<KnowledgeParts, 'documents'>,
  ids: string[],
  ctx: Ctx,
  action: 'view' | 'editInfo',
): Promise<DocumentRow[]> {
  const rows = await parts.documents.byIds([...new Set(ids)])
  if (rows.length < new Set(ids).size) throw errors.notFound({ what: 'document' })
  for (const knowledgeId of new Set(rows.map((row) => row.knowledgeId)))
    await ctx.access.require(ctx.actor as Actor, 'knowledge', knowledgeId, action)
  return rows
}
export const mayEdit = (ctx: Ctx) => (id: string) => ctx.access.can(ctx.actor as Actor, 'knowledge', id, 'editInfo')
