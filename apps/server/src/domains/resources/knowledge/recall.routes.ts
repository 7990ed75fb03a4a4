import type { Contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { AppError } from '#kit/errors.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { fileIdOf } from './account.service.ts'
import type { CloudBase } from './cloud-bases.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { KnowledgeParts } from './knowledge.parts.ts'
import type { Strategy } from './retrieve.service.ts'
import { extensionOf } from './source.service.ts'
import type { RemoteFile } from './web-dav.ts'

type Recall = 'recall' | 'saveCase' | 'cases' | 'removeCase' | 'runCases' | 'caseRuns'
type Outside =
  | 'saveAccount'
  | 'accounts'
  | 'removeAccount'
  | 'fileTree'
  | 'searchFiles'
  | 'engineInstances'
  | 'setEngine'
  | 'getEngine'
  | 'testEngine'
  | 'openEngine'
  | 'cloudProjects'
  | 'cloudDatasets'
  | 'cloudServices'
  | 'importCloud'
export const strategyOf = (wire: number): Strategy => (wire === 20 ? 'fulltext' : wire === 1 ? 'hybrid' : 'semantic')
interface Settings {
  top_k: number
  min_score: number
  search_strategy: number
  use_rerank: boolean
  use_rewrite: boolean
  use_nl2sql: boolean
}
const settingsOf = (input: Settings) => ({
  topK: input.top_k,
  minScore: input.min_score,
  strategy: strategyOf(input.search_strategy),
  useRerank: input.use_rerank,
  useRewrite: input.use_rewrite,
  useNl2sql: input.use_nl2sql,
})

export function recallRoutes({
  datasets,
  retrieval,
  recall,
  view,
}: KnowledgeParts): Pick<Handlers<Contract['knowledge']>, Recall> {
  return {
    recall: async (input, ctx) => {
      const begun = performance.now()
      const { query, hits, notes, steps } = await retrieval.retrieve({
        ...settingsOf(input),
        spaceId: ctx.located!.spaceId,
        knowledgeIds: [input.dataset_id],
        query: input.query,
        ...(input.document_ids.length && { documentIds: input.document_ids }),
        metadata: input.metadata,
        countHits: false,
        signal: ctx.signal,
      })
      return { query, hits: hits.map(view.hit), cost_ms: Math.round(performance.now() - begun), notes, steps }
    },
    saveCase: async (input, ctx) => {
      await datasets.require(input.dataset_id)
      return {
        case_id: await recall.save(input.dataset_id, ctx.userId, input.question, input.expected, settingsOf(input)),
      }
    },
    cases: async (input) => {
      const { rows, total } = await recall.list(input.dataset_id, input.page, input.size)
      return {
        cases: rows.map((row) => ({
          case_id: row.id,
          question: row.question,
          expected: row.expected,
          create_time: seconds(row.createdAt),
        })),
        total,
      }
    },
    removeCase: async (input) => {
      await recall.remove(input.dataset_id, input.case_id)
      return {}
    },
    runCases: async (input, ctx) => {
      await datasets.require(input.dataset_id)
      return recall.run(input.dataset_id, ctx.located!.spaceId, ctx.signal)
    },
    caseRuns: async (input) => ({
      runs: (await recall.history(input.dataset_id)).map((row) => ({
        run_id: row.id,
        total: row.total,
        hits: row.hits,
        create_time: seconds(row.createdAt),
      })),
    }),
  }
}

/** Search engines, connected accounts and cloud bases of the caller. */
export function outsideRoutes({
  outside,
  accounts,
  clouds,
}: KnowledgeParts): Pick<Handlers<Contract['knowledge']>, Outside> {
  return {
    saveAccount: async (input, ctx) => {
      const { kind, address, username, password } = input
      const place = { kind, address, username, password }
      return { auth_id: await accounts.save(input.auth_id, ctx.userId, input.name, place) }
    },
    accounts: async (_, ctx) => ({ accounts: await accounts.list(ctx.userId) }),
    removeAccount: async (input, ctx) => {
      await accounts.remove(input.auth_id, ctx.userId)
      return {}
    },
    fileTree: async (input, ctx) => {
      const { auth_id: id, search_keywords: words, file_type_list: kinds } = input
      const files = words
        ? await accounts.search(id, ctx.userId, words)
        : await accounts.files(id, ctx.userId, folderOf(id, input.folder_id))
      const nodes = files
        .map((file) => nodeOf(id, file))
        .filter((node) => !kinds.length || kinds.includes(node.file_node_type))
      return { file_tree_doc_list: nodes, has_more: false, page_token: '', TotalCount: nodes.length }
    },
    searchFiles: async (input, ctx) => {
      const found = await accounts.search(input.auth_id, ctx.userId, input.search_query)
      return {
        documents: found.map((file) => nodeOf(input.auth_id, file)),
        HasMore: false,
        PageToken: '',
        OffSet: found.length,
      }
    },
    engineInstances: async (input, ctx) => ({ configs: await outside.list(ctx.userId, input.region) }),
    setEngine: async (input, ctx) => ({
      storage_config_id: await outside.save(input.storage_config_id, ctx.userId, input.config),
    }),
    getEngine: async (input, ctx) => ({ config: await outside.get(input.storage_config_id, ctx.userId) }),
    testEngine: async (input) => ({ version: await outside.test(input.config) }),
    openEngine: async (input) => {
      await outside.test(input.config).catch((cause: unknown) => {
        throw knowledgeErrors.onlyInConsole({ why: cause instanceof AppError ? cause.message : '' })
      })
      return {}
    },
    cloudProjects: async (_, ctx) => ({
      volcano_dataset_project_list: (await clouds.projects(ctx.userId)).map((name) => ({ name, link: '' })),
      create_volcano_dataset_project_link: '',
    }),
    cloudDatasets: async (input, ctx) => ({
      volcano_dataset_list: (await clouds.list(ctx.userId, input.project_name)).map((base) => ({
        id: base.id,
        name: base.name,
        desc: base.description,
        format_type: base.isStructured ? 4 : 5,
        status: 0,
        version: base.version === 4 ? 2 : 1,
        link: '',
        tab_info: tabsOf(base.fields),
      })),
      create_volcano_dataset_link: '',
    }),
    cloudServices: async (input, ctx) => {
      if (input.dataset_id) await ctx.access.require(ctx.actor!, 'knowledge', input.dataset_id, 'view')
      const { services, fields } = await clouds.services(ctx.userId, input.dataset_id)
      const wanted = input.volcano_dataset_service_ids
      return {
        volcano_dataset_service_list: services
          .filter((service) => !wanted.length || wanted.includes(service.id))
          .map(({ id, name, description }) => ({ id, name, desc: description, status: 0, link: '' })),
        create_volcano_dataset_service_link: '',
        tab_info: tabsOf(fields),
      }
    },
    importCloud: async (input, ctx) => ({
      dataset_id_list: await clouds.bring(input.volcano_dataset_id_list, ctx.userId, input.space_id, input.project_id),
    }),
  }
}

const tabTypes: Record<string, number> = { 'list<string>': 1, string: 2, int64: 3, float32: 4, bool: 5 }
const tabsOf = (fields: CloudBase['fields']) =>
  Object.fromEntries(
    fields.map(({ name, type }) => [name, { name, type: tabTypes[type] ?? 2, enumerated_val_list: [] }]),
  )
const sheets = new Set(['csv', 'xlsx', 'xls'])
const nodeOf = (accountId: string, file: RemoteFile) => ({
  file_id: fileIdOf(accountId, file.path),
  file_name: file.name,
  file_node_type: file.isFolder ? 1 : sheets.has(extensionOf(file.name)) ? 3 : 2,
  file_url: '',
})
/** The path of a folder, from the id under which it was listed. */
const folderOf = (accountId: string, id: string) =>
  id.startsWith(`${accountId}:`) ? id.slice(accountId.length + 1) : id
