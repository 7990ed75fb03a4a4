import {
  ChunkType,
  type Contract,
  DocumentSource,
  type DocumentBase,
  DocumentStatus,
  type KnowledgeInfo,
  TableDataType,
} from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { badInput } from '#kit/errors.ts'
import { datasetRoutes } from './dataset.routes.ts'
import { documentRoutes } from './document.routes.ts'
import { type KnowledgeParts, mayEdit, ownDocuments } from './knowledge.parts.ts'
import type { DocumentRow, DocumentSettings } from './knowledge.table.ts'
import { sliceContent } from './knowledge.view.ts'
import { sliceRoutes } from './slice.routes.ts'

const source = {
  tos_uri: '',
  source_file_id: '',
  file_type: '',
  web_url: '',
  imagex_uri: '',
  web_id: undefined,
  review_id: undefined,
  document_source: DocumentSource.file,
} as const
const fileOf = (row: DocumentRow) => ({ name: row.name, uri: row.blobKey, document_id: row.id })
const itemOf = (knowledge: KnowledgeInfo) => ({ ...knowledge, id: knowledge.dataset_id })

/** Settings from a splitting rule in the format of the first clients. */
function settingsOf(rule: string): DocumentSettings {
  if (!rule.trim()) return {}
  try {
    const { separator, max_tokens, remove_extra_spaces, remove_urls_emails } = JSON.parse(rule) as Record<
      string,
      unknown
    >
    return {
      chunk: {
        chunk_type: ChunkType.custom,
        ...(typeof separator === 'string' && { separator: separator.slice(0, 100) }),
        ...(Number.isInteger(max_tokens) && { max_tokens: Math.min(10_000, Math.max(0, max_tokens as number)) }),
        remove_extra_spaces: remove_extra_spaces === true,
        remove_urls_emails: remove_urls_emails === true,
      },
    }
  } catch {
    throw badInput('rule', 'must be JSON with the fields of a chunk strategy', '须为分段策略的 JSON')
  }
}

export function legacyKnowledgeRoutes(parts: KnowledgeParts): Handlers<Contract['knowledgeLegacy']> {
  const { datasets, documents, slices, webs, tables, view } = parts
  const base = datasetRoutes(parts)
  const own = documentRoutes(parts)
  const bySlice = sliceRoutes(parts)
  const make = (ctx: Ctx, knowledgeId: string, bases: DocumentBase[], settings: DocumentSettings = {}) =>
    documents.create({ knowledgeId, userId: ctx.userId, bases, settings, isAppend: false })
  return {
    create: async (input, ctx) => ({
      id: (
        await base.create(
          { ...input, format_type: 0, storage_location: 0, project_id: undefined, Base: undefined },
          ctx,
        )
      ).dataset_id,
    }),
    list: async (input, ctx) => {
      const { rows, total } = await datasets.list({
        spaceId: input.space_id,
        name: input.query,
        ids: input.dataset_ids,
        ...(input.scope_type === 2 && { ownerId: ctx.userId }),
        byCreation: input.search_type === 1,
        ascending: false,
        page: input.page,
        size: input.size,
      })
      const items = (await view.datasets(rows, mayEdit(ctx))).map(itemOf)
      return { data: { data_set_infos: items, total }, dataset_list: items, total }
    },
    updateMeta: ({ id, ...input }, ctx) => base.update({ ...input, dataset_id: id }, ctx),
    remove: (input, ctx) => base.remove({ dataset_id: input.id }, ctx),
    bots: async (input) => {
      const all = await datasets.botsUsing([input.dataset_id])
      const from = (input.page_no - 1) * input.page_size
      return {
        data: all.slice(from, from + input.page_size).map((bot) => ({
          name: bot.name,
          icon_url: view.link(bot.iconUri),
          bot_id: bot.id,
          creator_id: bot.ownerId,
        })),
        total: all.length,
      }
    },
    processDocuments: async (input, ctx) => {
      const settings = settingsOf(input.rule)
      const known = input.document_info.flatMap((item) => item.document_id ?? [])
      const rows = known.length
        ? (await ownDocuments(parts, known, ctx, 'editInfo')).filter((row) => row.knowledgeId === input.dataset_id)
        : []
      const again = rows.length ? await documents.again(rows, DocumentStatus.resegment, settings) : []
      const fresh = input.document_info.filter((item) => !item.document_id)
      const made = fresh.length
        ? await make(
            ctx,
            input.dataset_id,
            fresh.map((item) => ({
              name: item.name || 'Document',
              source_info: { ...source, tos_uri: item.uri },
              table_meta: item.doc_table_meta,
              ...(item.doc_table_info && { table_sheet: item.doc_table_info }),
              caption: '',
            })),
            settings,
          )
        : []
      return { document_infos: [...again, ...made].map(fileOf) }
    },
    createDocument: async (input, ctx) => {
      const [row] = await make(ctx, input.dataset_id, [
        {
          name: input.document.name,
          source_info: { ...source, document_source: DocumentSource.custom, custom_content: '' },
          table_meta: input.document.table_meta,
          caption: '',
        },
      ])
      return { id: row!.id }
    },
    listDocuments: async (input, ctx) => {
      const list = await own.listDocuments(
        {
          dataset_id: input.dataset_id,
          document_ids: input.document_id ? [input.document_id] : [],
          keyword: '',
          page: input.page,
          size: input.size,
        },
        ctx,
      )
      return { documents_info: list.document_infos, total: list.total }
    },
    updateDocument: async (input, ctx) => {
      await own.updateDocument(input as Parameters<typeof own.updateDocument>[0], ctx)
      return {}
    },
    updateWebRule: async (input) => {
      await documents.setRule(await documents.require(input.document_id), input)
      return {}
    },
    progress: async (input, ctx) => ({
      data: (await own.progress(input, ctx)).data.map(({ document_id, progress, status, status_descript }) => ({
        document_id,
        progress,
        status,
        status_descript,
      })),
    }),
    resegment: async (input) => {
      const [row] = await documents.again(
        [await documents.require(input.document_id)],
        DocumentStatus.resegment,
        settingsOf(input.rule),
      )
      return { document_infos: fileOf(row!) }
    },
    tableInfo: async (input, ctx) => {
      const key = input.tos_uri || input.source_file_id
      const found =
        key || input.submit_web_id
          ? await tables.ofFile(
              { ...source, tos_uri: key, web_id: key ? undefined : input.submit_web_id },
              ctx.userId,
              undefined,
              TableDataType.all,
              [],
            )
          : input.document_id
            ? await tables.ofDocument(input.document_id, TableDataType.all)
            : undefined
      if (!found) throw badInput('tos_uri', 'give a file or a document_id', '请提供文件或 document_id')
      return {
        sheet_list: found.sheet_list,
        table_meta: { '0': found.table_meta },
        preview_data: { '0': found.preview_data },
      }
    },
    slices: async (input) => {
      const from = input.sequence ?? (input.page_no - 1) * input.page_size
      const { rows, total } = await slices.list({
        documentId: input.doc_id,
        keyword: input.key_word,
        from,
        size: input.page_size,
        byHits: false,
        ascending: true,
      })
      const [doc] = await documents.byIds([input.doc_id])
      return {
        data: rows.map((row) => ({
          slice_id: row.id,
          content: sliceContent(row, doc?.tableMeta),
          status: row.status as 0 | 1 | 9,
          hit_count: row.hitCount,
          char_count: row.charCount,
          token_count: row.wordCount,
          sequence: row.sequence,
        })),
        total,
      }
    },
    createSlice: async (input) => ({ slice_id: await slices.create(input.document_id, input.content) }),
    updateSlice: async (input) => {
      await slices.update(input.slice_id, { text: input.content })
      return {}
    },
    removeSlice: async (input) => {
      await slices.remove([input.slice_id])
      return {}
    },
    setSliceStatus: async (input) => {
      await slices.update(input.slice_id, { status: input.status })
      return {}
    },
    submitWeb: async (input, ctx) => ({ id: (await bySlice.submitWeb(input, ctx)).web_id }),
    webs: (input, ctx) => bySlice.webs({ web_ids: input.web_id, include_content: input.include_content }, ctx),
    editWeb: async (input, ctx) => {
      await webs.edit(input.web_id, ctx.userId, input.content)
      return {}
    },
    removeWeb: async (input, ctx) => {
      await webs.remove(input.web_id, ctx.userId)
      return {}
    },
    processWebs: async (input, ctx) => {
      const { knowledge } = await datasets.require(input.dataset_id)
      if (input.formatType !== undefined && input.formatType !== knowledge.format)
        throw badInput(
          'formatType',
          `the base has the format ${knowledge.format}`,
          `该知识库的格式为 ${knowledge.format}`,
        )
      const bases: DocumentBase[] = []
      for (const found of input.document_info)
        for (const web_id of [found.web_id, ...found.sub_web_ids]) {
          const page = await webs.find(web_id, ctx.userId)
          bases.push({
            name: (web_id === found.web_id && found.name) || page?.title.slice(0, 200) || 'Web page',
            source_info: { ...source, document_source: DocumentSource.web, web_id },
            update_rule: { update_type: found.update_type, update_interval: found.update_interval },
            table_meta: found.table_meta,
            caption: '',
          })
        }
      return { document_infos: (await make(ctx, input.dataset_id, bases)).map(fileOf) }
    },
  }
}
