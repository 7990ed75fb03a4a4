import { type FieldInput, FieldType } from '@orrery/contract'
import type { DatabaseService } from '#domains/resources/database/database.service.ts'
import type { RecordService } from '#domains/resources/database/record.service.ts'
import type { DatasetService } from '#domains/resources/knowledge/dataset.service.ts'
import type { DocumentService } from '#domains/resources/knowledge/document.service.ts'
import type { DocumentSettings } from '#domains/resources/knowledge/knowledge.table.ts'
import type { Sources } from '#domains/resources/knowledge/source.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { Porter } from '../bundle-types.ts'
import { list, object, text, whole } from '../read-value.ts'

interface TableContent {
  fields: { id: number; name: string; desc: string; type: FieldInput['type']; required: boolean }[]
  mode: 1 | 2 | 3
  promptDisabled: boolean
  rows: Record<string, string>[]
}
const MAX_ROWS = 10_000
const types = Object.values(FieldType) as number[]

/** Tables: their structure, and their rows only when whoever takes them along asked for it. */
export function createDatabasePorter({
  databases,
  records,
}: {
  databases: DatabaseService
  records: Pick<RecordService, 'all' | 'change'>
}): Porter {
  const requestOf = (fields: TableContent['fields'], isNew: boolean): FieldInput[] =>
    fields.map(({ id, name, desc, type, required }) => ({
      name,
      desc,
      type,
      must_required: required,
      id: 0,
      alterId: isNew ? 0 : id,
    }))
  return {
    async read(id, { userId, withRows }) {
      const { table } = await databases.get(id)
      const rows = withRows ? (await records.all(id, { userId, isDraft: true })).rows.slice(0, MAX_ROWS) : []
      const names = new Set(table.fields.map((field) => field.name))
      const own = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => names.has(key))))
      const { fields, rwMode: mode, promptDisabled } = table
      return {
        content: { fields, mode, promptDisabled, rows: own } satisfies TableContent,
        needs: [],
        published: false,
      }
    },
    check(content): TableContent {
      const { fields, mode, promptDisabled, rows } = object(content)
      const read = list(fields).map((item, at) => {
        const { id, name, desc, type, required } = object(item)
        if (!types.includes(whole(type))) throw new Error('a field has no known type')
        return {
          id: whole(id, at + 1),
          name: text(name, 100),
          desc: text(desc, 2000),
          type: whole(type) as FieldInput['type'],
          required: required === true,
        }
      })
      if (!read.length) throw new Error('it has no fields')
      const cells = list(rows)
        .slice(0, MAX_ROWS)
        .map((row) => Object.fromEntries(Object.entries(object(row)).map(([key, value]) => [key, text(value)])))
      const kept = whole(mode) === 2 ? 2 : whole(mode) === 3 ? 3 : 1
      return { fields: read, mode: kept, promptDisabled: promptDisabled === true, rows: cells }
    },
    async create(item, { spaceId, userId, projectId }) {
      const { fields, mode, promptDisabled, rows } = item.content as TableContent
      const { name, description, icon: iconUri } = item
      const { head } = await databases.create({
        spaceId,
        userId,
        ...(projectId && { projectId }),
        name,
        description,
        iconUri,
        fields: requestOf(fields, true),
        mode,
        promptDisabled,
      })
      for (let at = 0; at < rows.length; at += 100)
        await records.change(
          head.id,
          { userId, isDraft: true },
          { add: rows.slice(at, at + 100), alter: [], remove: [] },
        )
      return head.id
    },
    async restore(id, { name, description, content }, _, userId) {
      const { fields, mode, promptDisabled } = content as TableContent
      const now = new Set((await databases.get(id)).table.fields.map((field) => field.id))
      const input = requestOf(fields, false).map((field) => ({
        ...field,
        alterId: now.has(field.alterId) ? field.alterId : 0,
      }))
      await databases.update(id, userId, { name, description, fields: input, mode, promptDisabled })
    },
  }
}

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
/** Knowledge bases with the files behind their documents; they are read again in their new place. */
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
        // A page that was only named is not fetched: nothing goes out until somebody asks for it.
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
    /** Documents are data: a roll back of the project that uses them leaves them alone. */
    restore: async (id, { name, description }, _, userId) => datasets.update(id, userId, { name, description }),
  }
}

export function createPromptPorter({ prompts }: { prompts: PromptService }): Porter {
  return {
    async read(id) {
      const { prompt } = await prompts.get(id)
      return { content: { text: prompt.promptText }, needs: [], published: false }
    },
    check: (content) => ({ text: text(object(content).text, 100_000) }),
    async create({ name, description, content }, { spaceId, userId }) {
      return (await prompts.create(spaceId, userId, { name, description, text: (content as { text: string }).text })).id
    },
  }
}
