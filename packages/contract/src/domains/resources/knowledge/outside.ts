import { z } from 'zod'
import { KNOWLEDGE_LIMITS } from './enums.ts'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'

const node = z.object({ file_id: z.string(), file_name: z.string(), file_node_type: z.number(), file_url: z.string() })
const engine = z.object({
  region: z.string().max(100).default(''),
  instance_id: z.string().max(200).default(''),
  public_endpoint: z.string().max(500).default(''),
  username: z.string().max(200).default(''),
  password: z.string().max(500).default(''),
  instance_name: z.string().max(200).default(''),
})
const inSpace = { on: 'space', id: 'space_id', can: 'view' } as const
const tabs = z.record(
  z.string(),
  z.object({ name: z.string(), type: z.number(), enumerated_val_list: z.array(z.string()) }),
)
const named = z.object({
  id: z.string(),
  name: z.string(),
  desc: z.string(),
  status: z.number(),
  link: z.string(),
})
const accountKind = z.enum(['webdav', 'volcano'])

/** External sources and stores: accounts of users, search engines that they run, knowledge bases of a cloud. */
export const outsideOps = {
  saveAccount: op('POST /api/knowledge/connector/account/save', {
    summary: 'Connect a WebDAV account or a cloud access key; it is tested first',
    summaryZh: '连接 WebDAV 账号或云服务密钥，保存前会先测试',
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        auth_id: idOrNone(),
        kind: accountKind.default('webdav'),
        name: z.string().trim().min(1).max(KNOWLEDGE_LIMITS.accountName),
        address: z.string().trim().min(1).max(500),
        username: z.string().max(200).default(''),
        password: z.string().max(500).default(''),
      }),
    output: () => z.object({ auth_id: z.string() }),
  }),
  accounts: op('POST /api/knowledge/connector/account/list', {
    summary: 'List your connected accounts',
    summaryZh: '列出你已连接的账号',
    reply: 'flat',
    input: () => z.object({}),
    output: () =>
      z.object({
        accounts: z.array(
          z.object({
            auth_id: z.string(),
            kind: accountKind,
            name: z.string(),
            address: z.string(),
            username: z.string(),
          }),
        ),
      }),
  }),
  removeAccount: op('POST /api/knowledge/connector/account/delete', {
    summary: 'Disconnect an account; imported content stays',
    summaryZh: '断开账号，已导入的内容保留',
    reply: 'flat',
    input: () => z.object({ auth_id: id() }),
  }),
  fileTree: op('POST /api/knowledge/connector/file_tree_doc_list', {
    summary: 'List the files of a connected account',
    summaryZh: '列出已连接账号中的文件',
    reply: 'flat',
    input: () =>
      z.object({
        auth_id: z.string().min(1).max(100),
        file_type_list: z.array(z.int()).max(10).default([]),
        folder_id: z.string().max(200).default(''),
        page_token: z.string().max(1000).default(''),
        space_id: idOrNone(),
        /** Accounts are file storage; other types of sources cannot be connected. */
        doc_source_type: z.literal(1).default(1),
        search_keywords: z.string().max(200).default(''),
      }),
    output: () =>
      z.object({
        file_tree_doc_list: z.array(node),
        has_more: z.boolean(),
        page_token: z.string(),
        TotalCount: z.number(),
      }),
  }),
  searchFiles: op('POST /api/knowledge/connector/search_document', {
    summary: 'Search the files of a connected account',
    summaryZh: '搜索已连接账号中的文件',
    reply: 'flat',
    input: () =>
      z.object({
        auth_id: z.string().min(1).max(100),
        search_query: z.string().max(200),
        file_type_list: z.array(z.int()).max(10).default([]),
        doc_source_type: z.literal(1).default(1),
        page_token: z.string().max(1000).default(''),
      }),
    output: () =>
      z.object({
        documents: z.array(node),
        HasMore: z.boolean(),
        PageToken: z.string(),
        OffSet: z.number(),
      }),
  }),
  engineInstances: op('POST /api/knowledge/opensearch/instances', {
    summary: 'List your search engines',
    summaryZh: '列出你的搜索引擎',
    reply: 'flat',
    input: () => z.object({ region: z.string().max(100).default('') }),
    output: () => z.object({ configs: z.array(engine.extend({ storage_config_id: z.string() })) }),
  }),
  setEngine: op('POST /api/knowledge/opensearch/set_config', {
    summary: 'Save the URL and account of a search engine',
    summaryZh: '保存搜索引擎的 URL 和账号',
    reply: 'flat',
    input: () => z.object({ storage_config_id: idOrNone(), config: engine }),
    output: () => z.object({ storage_config_id: z.string() }),
  }),
  getEngine: op('POST /api/knowledge/opensearch/get_config', {
    summary: 'Get a search engine without its password',
    summaryZh: '获取搜索引擎（不含密码）',
    reply: 'flat',
    input: () => z.object({ storage_config_id: id() }),
    output: () => z.object({ config: engine }),
  }),
  testEngine: op('POST /api/knowledge/opensearch/connection', {
    summary: 'Test the connection to a search engine',
    summaryZh: '测试搜索引擎连接',
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object({ config: engine }),
    output: () => z.object({ version: z.string() }),
  }),
  openEngine: op('POST /api/knowledge/opensearch/open_public_address', {
    summary: 'Check whether this server may reach a search engine and what to do if not',
    summaryZh: '检查本服务器能否访问搜索引擎，以及无法访问时的处理办法',
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object({ config: engine }),
  }),
  cloudProjects: op('POST /api/knowledge/volcano_dataset/project_list', {
    summary: 'List the projects of a connected cloud',
    summaryZh: '列出已连接云服务的项目',
    access: inSpace,
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        volcano_dataset_project_list: z.array(z.object({ name: z.string(), link: z.string() })),
        create_volcano_dataset_project_link: z.string(),
      }),
  }),
  cloudDatasets: op('POST /api/knowledge/volcano_dataset/dataset_list', {
    summary: 'List the knowledge bases of a connected cloud',
    summaryZh: '列出已连接云服务的知识库',
    access: inSpace,
    input: () => z.object({ space_id: id(), project_name: z.string().max(200) }),
    output: () =>
      z.object({
        volcano_dataset_list: z.array(named.extend({ format_type: z.number(), version: z.number(), tab_info: tabs })),
        create_volcano_dataset_link: z.string(),
      }),
  }),
  cloudServices: op('POST /api/knowledge/volcano_dataset/dataset_service_list', {
    summary: 'List the retrieval services of a connected cloud',
    summaryZh: '列出已连接云服务的检索服务',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () =>
      z.object({
        dataset_id: idOrNone(),
        volcano_dataset_service_ids: z.array(z.string().max(100)).max(100).default([]),
        space_id: idOrNone(),
      }),
    output: () =>
      z.object({
        volcano_dataset_service_list: z.array(named),
        create_volcano_dataset_service_link: z.string(),
        tab_info: tabs,
      }),
  }),
  importCloud: op('POST /api/knowledge/volcano_dataset/batch_create', {
    summary: 'Import knowledge bases of a connected cloud into a space',
    summaryZh: '将云服务的知识库导入空间',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        project_id: idOrNone(),
        volcano_dataset_id_list: z.array(z.string().max(100)).max(100).default([]),
      }),
    output: () => z.object({ dataset_id_list: z.array(z.string()) }),
  }),
}
