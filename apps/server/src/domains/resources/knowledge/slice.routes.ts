import type { Contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { errors } from '#kit/errors.ts'
import { settingsOf } from './document.routes.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { type KnowledgeParts, requireParts } from './knowledge.parts.ts'
import { sliceContent } from './knowledge.view.ts'
import { extensionOf, readType } from './source.service.ts'

type Names =
  | 'createSlice'
  | 'updateSlice'
  | 'removeSlices'
  | 'listSlices'
  | 'photos'
  | 'photoDetail'
  | 'setCaption'
  | 'extractCaption'
  | 'submitWeb'
  | 'submitWebs'
  | 'webs'
  | 'createReviews'
  | 'reviews'
  | 'saveReview'

export function sliceRoutes(parts: KnowledgeParts): Pick<Handlers<Contract['knowledge']>, Names> {
  const { slices, documents, captions, webs, reviews, sources, accounts, view } = parts
  return {
    createSlice: async (input) => {
      const id = await slices.create(input.document_id, input.raw_text, input.sequence)
      return { slice_id: id, slice_id_new: id }
    },
    updateSlice: async (input) => {
      await slices.update(input.slice_id, {
        ...(input.raw_text !== undefined && { text: input.raw_text }),
        ...(input.table_unit_text !== undefined && { cells: input.table_unit_text }),
        ...(input.status !== undefined && { status: input.status }),
      })
      return {}
    },
    removeSlices: async (input, ctx) => {
      const rows = await slices.byIds(input.slice_ids)
      await requireParts('slice', rows, input.slice_ids, ctx, 'editInfo')
      await slices.remove(input.slice_ids)
      return {}
    },
    listSlices: async (input, ctx) => {
      if (input.document_id) await ctx.access.require(ctx.actor!, 'document', input.document_id, 'view')
      if (input.dataset_id) await ctx.access.require(ctx.actor!, 'knowledge', input.dataset_id, 'view')
      if (!input.document_id && !input.dataset_id) throw knowledgeErrors.needTarget()
      const from = input.page_no === undefined ? (input.sequence ?? 0) : (input.page_no - 1) * input.page_size
      const { rows, total } = await slices.list({
        ...(input.document_id && { documentId: input.document_id }),
        ...(input.dataset_id && { knowledgeId: input.dataset_id }),
        keyword: input.keyword,
        from,
        size: input.page_size,
        byHits: input.sort_field === 'hit_count',
        ascending: input.is_asc,
      })
      const docs = new Map(
        (await documents.byIds([...new Set(rows.map((row) => row.documentId))])).map((row) => [row.id, row]),
      )
      return {
        slices: rows.map((row) => ({
          slice_id: row.id,
          content: sliceContent(row, docs.get(row.documentId)?.tableMeta),
          status: row.status as 0 | 1 | 9,
          hit_count: String(row.hitCount),
          char_count: String(row.charCount),
          token_count: String(row.wordCount),
          sequence: String(row.sequence),
          document_id: row.documentId,
          chunk_info: JSON.stringify({
            titles: row.titles,
            ...(row.page && { page: row.page }),
            ...(row.parentId && { parent_id: row.parentId }),
          }),
        })),
        total: String(total),
        hasmore: from + rows.length < total,
      }
    },
    photos: async (input) => {
      const { rows, total } = await documents.photos(input.dataset_id, {
        ...(input.filter.has_caption !== undefined && { hasCaption: input.filter.has_caption }),
        ...(input.filter.status !== undefined && { status: input.filter.status }),
        keyword: input.filter.keyword,
        page: input.page,
        size: input.size,
      })
      return { photo_infos: rows.map(view.photo), total }
    },
    photoDetail: async (input) => {
      const rows = (await documents.byIds(input.document_ids)).filter((row) => row.knowledgeId === input.dataset_id)
      return { photo_infos: Object.fromEntries(rows.map((row) => [row.id, view.photo(row)])) }
    },
    setCaption: async (input) => {
      await slices.setCaption(input.document_id, input.caption)
      return {}
    },
    extractCaption: async (input, ctx) => {
      const row = await documents.require(input.document_id)
      if (row.format !== 2) throw knowledgeErrors.notAnImage({ name: row.name })
      return { caption: await captions.describe({ ...row, spaceId: ctx.located!.spaceId }) }
    },
    submitWeb: async (input, ctx) => ({
      web_id: await webs.submit(ctx.userId, {
        url: input.web_url,
        subpages: input.subpages_count,
        format: input.format_type,
        title: input.title,
      }),
    }),
    submitWebs: async (input, ctx) => {
      const ids = []
      for (const url of input.web_urls) ids.push(await webs.submit(ctx.userId, { url }))
      return { web_ids: ids }
    },
    webs: async (input, ctx) => {
      const found = await webs.get(input.web_ids, ctx.userId)
      return {
        data: Object.fromEntries(
          found.map(({ page, below }) => [page.id, view.web(page, below, input.include_content, ctx.locale)]),
        ),
      }
    },
    createReviews: async (input, ctx) => {
      const rows = []
      for (const request of input.reviews) {
        const page = request.web_id ? await webs.find(request.web_id, ctx.userId) : undefined
        if (request.web_id && page?.status !== 1) throw knowledgeErrors.pageNotReady()
        const remote = request.source_file_id ? await accounts.read(request.source_file_id, ctx.userId) : undefined
        const file = page
          ? { blobKey: '', extension: 'md' }
          : remote
            ? { blobKey: '', extension: extensionOf(remote.name) }
            : request.document_id
              ? await fileOf(request.document_id)
              : await sources.resolve({ tos_uri: request.tos_uri } as never, request.document_name, ctx.userId, false)
        const name = request.document_name || `document.${file.extension}`
        rows.push(
          await reviews.create(
            input.dataset_id,
            ctx.userId,
            {
              name,
              blobKey: file.blobKey,
              extension:
                file.extension || readType(request.document_type, 'reviews.document_type') || extensionOf(name),
              ...(page && { bytes: Buffer.from(page.content) }),
              ...(remote && { bytes: remote.bytes }),
            },
            settingsOf(input),
          ),
        )
      }
      async function fileOf(id: string) {
        const row = await documents.require(id)
        if (row.knowledgeId !== input.dataset_id) throw errors.notFound({ what: 'document' })
        return row
      }
      return { dataset_id: input.dataset_id, reviews: rows.map((row) => view.review(row, ctx.locale)) }
    },
    reviews: async (input, ctx) => ({
      dataset_id: input.dataset_id,
      reviews: (await reviews.get(input.dataset_id, input.review_ids)).map((row) => view.review(row, ctx.locale)),
    }),
    saveReview: async (input) => {
      await reviews.save(input.dataset_id, input.review_id, input.doc_tree_json)
      return {}
    },
  }
}
