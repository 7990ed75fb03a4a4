import { type Contract, KNOWLEDGE_LIMITS, StorageLocation } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { errors } from '#kit/errors.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { type KnowledgeParts, mayEdit, requireProject } from './knowledge.parts.ts'

type Names =
  | 'create'
  | 'list'
  | 'detail'
  | 'update'
  | 'remove'
  | 'icon'
  | 'refBots'
  | 'treeAdvice'
  | 'benefit'
  | 'reindex'
  | 'tableSchema'
  | 'validateSchema'

export function datasetRoutes(parts: KnowledgeParts): Pick<Handlers<Contract['knowledge']>, Names> {
  const { datasets, view, tables } = parts
  return {
    create: async (input, ctx) => {
      await requireProject(input.project_id, input.space_id, ctx)
      const dataset_id = await datasets.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        name: input.name,
        description: input.description,
        iconUri: input.icon_uri,
        format: input.format_type,
        ...engineOf(input),
        ...(input.project_id && { projectId: input.project_id }),
      })
      return { dataset_id }
    },
    list: async (input, ctx) => {
      const { rows, total } = await datasets.list({
        spaceId: input.space_id,
        name: input.filter.name,
        ids: input.filter.dataset_ids,
        ...(input.filter.scope_type === 2 && { ownerId: ctx.userId }),
        ...(input.filter.format_type !== undefined && { format: input.filter.format_type }),
        ...(input.project_id && { projectId: input.project_id }),
        byCreation: input.order_field === 1,
        ascending: input.order_type === 2,
        page: input.page,
        size: input.size,
      })
      return { dataset_list: await view.datasets(rows, mayEdit(ctx)), total }
    },
    detail: async (input, ctx) => {
      const rows = []
      for (const row of await datasets.byIds(input.dataset_ids))
        if (await ctx.access.can(ctx.actor!, 'knowledge', row.knowledge.id, 'view')) rows.push(row)
      const list = await view.datasets(rows, mayEdit(ctx))
      return { dataset_details: Object.fromEntries(list.map((item) => [item.dataset_id, item])) }
    },
    update: async (input, ctx) => {
      await datasets.update(input.dataset_id, ctx.userId, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.description !== undefined && { description: input.description }),
        ...(input.icon_uri !== undefined && { iconUri: input.icon_uri }),
        ...(input.status !== undefined && { status: input.status }),
        ...engineOf(input),
      })
      return {}
    },
    remove: async (input, ctx) => {
      await datasets.remove(input.dataset_id, ctx.userId)
      return {}
    },
    icon: async (input) => {
      const uri = await parts.defaultIcon(input.format_type)
      return { icon: { uri, url: view.link(uri) } }
    },
    refBots: async (input) => ({
      dataset_id: input.dataset_id,
      ref_bots: (await datasets.botsUsing([input.dataset_id])).map(({ id, name }) => ({ bot_id: id, name })),
    }),
    treeAdvice: async (input, ctx) => ({
      tree_chunk_rec_infos: await Promise.all(
        input.tos_uris.map(async (uri) => ({
          tos_uri: uri,
          is_rec_tree_chunk: await hasSections(parts, uri, ctx.userId),
        })),
      ),
    }),
    benefit: async (input, ctx) => ({
      UserLevel: await parts.levels.of(ctx.userId),
      // There is no subscription that could expire.
      InstanceStatus: 1,
      UpperBound: KNOWLEDGE_LIMITS.bytes * (await parts.levels.factorOf(ctx.userId)),
      Used: await datasets.usedBy(ctx.userId, input.SpaceID),
    }),
    reindex: async (input) => ({ documents: await datasets.reindex(input.dataset_id, input.model) }),
    tableSchema: async (input, ctx) => {
      if (input.source_file)
        return tables.ofFile(
          input.source_file,
          ctx.userId,
          input.table_sheet,
          input.table_data_type,
          input.preview_table_meta,
        )
      if (input.document_id) return tables.ofDocument(input.document_id, input.table_data_type)
      throw errors.badInput({
        problem: 'source_file: give a file or a document_id',
        problemZh: 'source_file：请提供文件或 document_id',
      })
    },
    validateSchema: (input, ctx) =>
      tables.validate(input.document_id, input.source_file, ctx.userId, input.table_sheet),
  }
}

/** The chosen search engine; null: none; an empty object: unchanged. */
function engineOf(input: { storage_location?: number | undefined; storage_config_id?: string | undefined }) {
  if (input.storage_location === undefined) return {}
  if (input.storage_location === StorageLocation.default) return { engine: null }
  if (!input.storage_config_id) throw knowledgeErrors.engineNeeded()
  return { engine: input.storage_config_id }
}

/** Whether splitting by headings is recommended: the file has at least three sections with a heading. */
async function hasSections({ reviews, sources }: KnowledgeParts, uri: string, userId: string): Promise<boolean> {
  const source = await sources.resolve({ tos_uri: uri } as never, '', userId, false)
  return (await reviews.sections(source.blobKey, source.extension)) >= 3
}
