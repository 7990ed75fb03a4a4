import { list, object, text, whole } from '#kit/read-json.ts'
import type { Porter } from '#domains/ground/resource/shared/resource-content.ts'
import type { DatasetService } from './dataset.service.ts'
import type { DocumentService } from './document.service.ts'
import type { DocumentSettings } from './knowledge.table.ts'
import type { Sources } from './source.service.ts'

interface KnowledgeContent {
  format: number
  documents: {
    name: string
    extension: string
    webUrl: string
    sourceType: number
    file: string
    settings: DocumentSettings
    tableMeta: unknown[]
    caption: string
  }[]
}
/** Exports knowledge bases with the files of their documents; after an import, the files are parsed again. */
export function createKnowledgePorter(deps: {
  datasets: DatasetService
  documents: DocumentService
  sources: Pick<Sources, 'keep'>
}): Porter {
  const { datasets, documents, sources } = deps
  return {
    async read(id) {
      const { knowledge } = await datasets.require(id)
      const { rows } = await documents.list(id, { ids: [], keyword: '', page: 1, size: 1000 })
      const kept = rows.map((row) => ({
        name: row.name,
        extension: row.extension,
        webUrl: row.webUrl,
        sourceType: row.sourceType,
        file: row.blobKey,
        settings: { ...row.settings, more: [] },
        tableMeta: row.tableMeta,
        caption: row.caption,
      }))
      return {
        content: { format: knowledge.format, documents: kept } satisfies KnowledgeContent,
        needs: [],
        files: kept.map((item) => item.file).filter(Boolean),
        published: false,
      }
    },
    check(content): KnowledgeContent {
      const { format, documents: given } = object(content)
      if (![0, 1, 2].includes(whole(format, -1))) throw new Error('it has no known format')
      return {
        format: whole(format),
        documents: list(given)
          .slice(0, 1000)
          .map((item) => {
            const { name, extension, webUrl, sourceType, file, settings, tableMeta, caption } = object(item)
            return {
              name: text(name, 300) || 'document',
              extension: text(extension, 8),
              webUrl: text(webUrl, 2000),
              sourceType: whole(sourceType),
              file: text(file, 500),
              settings: { ...object(settings), more: [] } as DocumentSettings,
              tableMeta: list(tableMeta),
              caption: text(caption, 5000),
            }
          }),
      }
    },
    async create(item, target) {
      const { format, documents: wanted } = item.content as KnowledgeContent
      const { spaceId, userId, projectId } = target
      const { name, description } = item
      const id = await datasets.create({
        spaceId,
        userId,
        name,
        description,
        iconUri: '',
        format,
        ...(projectId && { projectId }),
      })
      for (const found of wanted) {
        const file = found.file ? await target.file(found.file) : undefined
        // Documents without a file come from web pages, which are not fetched until a user asks for it.
        if (!file) continue
        const blobKey = await sources.keep(file.bytes, found.extension, file.contentType)
        await documents.adopt({
          knowledgeId: id,
          userId,
          name: found.name,
          format,
          source: {
            blobKey,
            extension: found.extension,
            size: file.bytes.byteLength,
            webUrl: '',
            sourceType: found.sourceType,
          },
          settings: found.settings,
          tableMeta: found.tableMeta,
          caption: found.caption,
        })
      }
      return id
    },
    /** Documents are data: a rollback of the project that uses the base does not change them. */
    restore: async (id, { name, description }, _, userId) => datasets.update(id, userId, { name, description }),
  }
}
