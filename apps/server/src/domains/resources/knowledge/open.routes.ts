import { type Contract, DocumentSource, type DocumentBase } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { errors } from '#kit/errors.ts'
import { datasetRoutes } from './dataset.routes.ts'
import { documentRoutes } from './document.routes.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { type KnowledgeParts, mayEdit } from './knowledge.parts.ts'
import { extensionOf } from './source.service.ts'

const images = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif'])

export function openKnowledgeRoutes(parts: KnowledgeParts): Handlers<Contract['knowledgeOpen']> {
  const { datasets, documents, slices, view } = parts
  const own = documentRoutes(parts)
  const base = datasetRoutes(parts)
  return {
    list: async (input, ctx) => {
      const { rows, total } = await datasets.list({
        spaceId: input.space_id,
        name: input.name,
        ids: [],
        ...(input.format_type !== undefined && { format: input.format_type }),
        ...(input.project_id && { projectId: input.project_id }),
        byCreation: false,
        ascending: false,
        page: input.page_num,
        size: input.page_size,
      })
      return { dataset_list: await view.datasets(rows, mayEdit(ctx)), total_count: total }
    },
    create: (input, ctx) =>
      base.create({ ...input, icon_uri: input.file_id, storage_location: 0, Base: undefined }, ctx),
    update: async (input, ctx) => {
      await datasets.update(input.dataset_id, ctx.userId, {
        name: input.name,
        ...(input.description !== undefined && { description: input.description }),
        ...(input.file_id && { iconUri: input.file_id }),
      })
      return {}
    },
    remove: async (input, ctx) => {
      await datasets.remove(input.dataset_id, ctx.userId)
      return {}
    },
    process: async (input, ctx) => {
      const rows = (await documents.byIds(input.document_ids)).filter((row) => row.knowledgeId === input.dataset_id)
      return { data: rows.map((row) => view.progress(row, ctx.locale)) }
    },
    images: async (input) => {
      const { rows, total } = await documents.photos(input.dataset_id, {
        ...(input.has_caption !== undefined && { hasCaption: input.has_caption }),
        keyword: input.keyword,
        page: input.page_num,
        size: input.page_size,
      })
      return { photo_infos: rows.map(view.photo), total_count: total }
    },
    setCaption: async (input) => {
      const row = await documents.require(input.document_id)
      if (row.knowledgeId !== input.dataset_id) throw errors.notFound({ what: 'document' })
      await slices.setCaption(row.id, input.caption)
      return {}
    },
    addImages: async (input, ctx) => {
      const files = Object.values(input)
        .flat()
        .filter((value): value is File => value instanceof File)
      if (!files.length) throw knowledgeErrors.noSource()
      const bases: DocumentBase[] = []
      for (const file of files) {
        const extension = extensionOf(file.name)
        if (!images.has(extension)) throw knowledgeErrors.notAnImage({ name: file.name.slice(0, 100) })
        const file_base64 = Buffer.from(await file.arrayBuffer()).toString('base64')
        bases.push({
          name: file.name.slice(0, 200),
          source_info: {
            tos_uri: '',
            source_file_id: '',
            document_source: DocumentSource.openApi,
            file_base64,
            file_type: extension,
            web_url: '',
            imagex_uri: '',
            web_id: undefined,
            review_id: undefined,
          },
          table_meta: [],
          caption: '',
        })
      }
      const rows = await documents.create({
        knowledgeId: input.dataset_id,
        userId: ctx.userId,
        bases,
        settings: {},
        isAppend: false,
      })
      return { document_infos: rows.map((row) => view.document(row, ctx.located!.spaceId, ctx.locale)) }
    },
    createDocuments: own.createDocument,
    listDocuments: (input, ctx) => own.listDocuments({ ...input, size: input.page_size ?? input.size ?? 20 }, ctx),
    updateDocument: own.updateDocument,
    removeDocuments: own.removeDocuments,
  }
}
