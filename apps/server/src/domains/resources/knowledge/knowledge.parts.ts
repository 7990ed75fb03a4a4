import type { Actor, Ctx } from '#kit/http/context.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { UserLevels } from '#domains/ground/passport/user-level.service.ts'
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
  levels: Pick<UserLevels, 'of' | 'factorOf'>
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
  /** Reads a page of the original file of a document. */
  original: ContentService['original']
  defaultIcon(format: number): Promise<string>
}

/** The documents with these ids; throws unless the caller may view or change all of them. */
export async function ownDocuments(
  parts: Pick<KnowledgeParts, 'documents'>,
  ids: string[],
  ctx: Ctx,
  action: 'view' | 'editInfo',
): Promise<DocumentRow[]> {
  const rows = await parts.documents.byIds([...new Set(ids)])
  await requireParts('document', rows, ids, ctx, action)
  return rows
}

/** Requires access to documents or slices. Missing ones and those of others give the same error after the same work. */
export async function requireParts(
  what: 'document' | 'slice',
  rows: { knowledgeId: string }[],
  ids: string[],
  ctx: Ctx,
  action: 'view' | 'editInfo',
): Promise<void> {
  const isWhole = rows.length === new Set(ids).size
  const hidden = (cause: unknown): never => {
    throw cause instanceof AppError && cause.status === 404 ? errors.notFound({ what }) : cause
  }
  for (const id of isWhole ? new Set(rows.map((row) => row.knowledgeId)) : ids.slice(0, 1))
    await ctx.access.require(ctx.actor as Actor, 'knowledge', id, action).catch(hidden)
  if (!isWhole) throw errors.notFound({ what })
}

/** Checks that a project belongs to the space, and that the caller may create resources in it. */
export async function requireProject(projectId: string | undefined, spaceId: string, ctx: Ctx): Promise<void> {
  if (!projectId) return
  const found = await ctx.access.require(ctx.actor as Actor, 'project', projectId, 'createResource')
  if (found.spaceId !== spaceId) throw errors.notFound({ what: 'project' })
}
export const mayEdit = (ctx: Ctx) => (id: string) => ctx.access.can(ctx.actor as Actor, 'knowledge', id, 'editInfo')
