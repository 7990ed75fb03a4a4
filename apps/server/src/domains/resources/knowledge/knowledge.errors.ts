import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const knowledgeErrors = defineErrors(ErrorCode.knowledge, {
  wrongFormat: {
    status: 400,
    en: 'document_bases: “{name}” is not supported: this knowledge base accepts {wanted}',
    zh: 'document_bases：“{name}”类型不符，此知识库仅支持{wantedZh}',
  },
  noSource: {
    status: 400,
    en: 'document_bases.source_info: give a file (tos_uri or file_base64), custom_content, web_url or web_id',
    zh: 'document_bases.source_info：请提供文件（tos_uri 或 file_base64）、custom_content、web_url 或 web_id',
  },
  badBase64: {
    status: 400,
    en: 'document_bases.source_info.file_base64: is not Base64',
    zh: 'document_bases.source_info.file_base64：不是有效的 Base64',
  },
  unknownType: {
    status: 400,
    en: '{field}: “{type}” is not a known type. Known types are {known}',
    zh: '{field}：未知类型“{type}”，支持的类型：{known}',
  },
  refused: {
    status: 400,
    en: 'The content rules of this instance do not allow this document: {reason}',
    zh: '该文档不符合本实例的内容规则：{reasonZh}',
  },
  full: {
    status: 400,
    en: 'document_bases: {used} of {max} MB of knowledge storage are used. Delete documents that are no longer needed',
    zh: 'document_bases：知识容量上限为 {max} MB，已使用 {used} MB，请先删除不再需要的文档',
  },
  noRoomToRestore: {
    status: 409,
    en: 'res_id: its documents need {need} MB, and {used} of {max} MB of knowledge storage are used. Delete documents that are no longer needed, then restore it',
    zh: 'res_id：恢复其文档需要 {need} MB。知识容量上限为 {max} MB，已使用 {used} MB，请先删除不再需要的文档再恢复',
  },
  stopped: {
    status: 400,
    en: 'Splitting this file took too long and was stopped. Choose fewer pages, or import it without a preview',
    zh: '文件分段耗时过长，已停止。请减少页数，或不预览直接导入',
  },
  emptyFile: { status: 400, en: 'The file “{name}” is empty', zh: '文件“{name}”为空' },
  tooManyDocuments: {
    status: 400,
    en: 'A knowledge base can hold max {max} documents',
    zh: '一个知识库最多包含 {max} 个文档',
  },
  busy: {
    status: 409,
    en: 'The document “{name}” is still being read. Wait until it is ready, or cancel it',
    zh: '文档“{name}”正在处理中，请等待完成或取消',
  },
  cancelled: { status: 400, en: 'The import was cancelled', zh: '导入已取消' },
  interrupted: {
    status: 500,
    en: 'The import was interrupted {times} times. Try again; if it happens again, split the file',
    zh: '导入已中断 {times} 次，请重试；若仍失败请拆分文件',
  },
  fileGone: {
    status: 400,
    en: 'The file of this document no longer exists. Upload it again',
    zh: '文档对应的文件已不存在，请重新上传',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side while reading the file. Try again',
    zh: '处理文件时服务内部出错，请重试',
  },
  pageStatus: {
    status: 400,
    en: 'The page {url} returned status {status}',
    zh: '网页 {url} 返回状态 {status}',
  },
  pageType: {
    status: 400,
    en: 'The page {url} is not text ({type})',
    zh: '网页 {url} 不是文本（{type}）',
  },
  pageNotReady: {
    status: 400,
    en: 'web_id: this page has not been fetched yet',
    zh: 'web_id：该网页尚未抓取成功',
  },
  notATableDocument: {
    status: 400,
    en: 'This document is not a table',
    zh: '此文档不是表格',
  },
  columnMismatch: {
    status: 400,
    en: 'The file does not match the columns of the table: {detail}',
    zh: '文件与表格的列不符：{detail}',
  },
  duplicateColumn: {
    status: 400,
    en: 'table_meta: the column “{name}” exists twice',
    zh: 'table_meta：列“{name}”重复',
  },
  noSemanticColumn: {
    status: 400,
    en: 'table_meta: select at least one column to search (is_semantic)',
    zh: 'table_meta：请至少将一列设为索引列（is_semantic）',
  },
  badCells: {
    status: 400,
    en: 'table_unit_text: {detail}',
    zh: 'table_unit_text：{detail}',
  },
  modelGone: {
    status: 400,
    en: 'model: there is no such embedding model. Choose one of the list, or “offline”',
    zh: 'model：没有该向量模型，请从列表中选择或使用“offline”',
  },
  noCaption: {
    status: 400,
    en: 'Nothing could be recognised in the image. Add a vision model, or write the caption yourself',
    zh: '未能识别图片内容，请配置支持视觉的模型或手动填写标注',
  },
  notConnected: {
    status: 400,
    en: 'No account “{id}” is connected. Connect it first, or download the files and upload them here',
    zh: '未连接账号“{id}”，请先连接账号，或下载文件后在此上传',
  },
  onlyInConsole: {
    status: 400,
    en: "config.public_endpoint: this server cannot reach the search engine ({why}). Enable its public endpoint in the provider's console",
    zh: 'config.public_endpoint：本服务器无法访问该搜索引擎（{why}），请在其服务商的控制台开通公网地址',
  },
  accountRefused: {
    status: 400,
    en: 'The account returned {status}. Check URL, user name and password',
    zh: '账号返回 {status}，请检查地址、用户名和密码',
  },
  noCloud: {
    status: 400,
    en: 'No cloud account is connected. Connect one first, or create a knowledge base here',
    zh: '未连接云服务，请先连接云账号，或直接在此创建知识库',
  },
  cloudRefused: {
    status: 400,
    en: 'The cloud returned: {message}. Check the URL, the access key and its permissions',
    zh: '云服务返回：{message}，请检查地址、访问密钥及其权限',
  },
  cloudGone: {
    status: 404,
    en: 'No connected cloud has a knowledge base “{id}”. List them again',
    zh: '已连接的云服务中没有知识库“{id}”，请重新列出',
  },
  engineNeeded: {
    status: 400,
    en: 'storage_config_id: choose a search engine, or set storage_location to 0',
    zh: 'storage_config_id：请指定搜索引擎，或将 storage_location 设为 0',
  },
  engineRefused: {
    status: 400,
    en: 'config.public_endpoint: the search engine returned status {status}. Check URL, user name and password',
    zh: 'config.public_endpoint：搜索引擎返回状态 {status}，请检查地址、用户名和密码',
  },
  badReview: {
    status: 400,
    en: 'doc_tree_json: must be a list of chunks, each with text in “content” or “text”',
    zh: 'doc_tree_json：须为分段列表，每项含 content 或 text',
  },
  needTarget: {
    status: 400,
    en: 'document_id: give a document_id or a dataset_id',
    zh: 'document_id：请提供 document_id 或 dataset_id',
  },
  notAnImage: {
    status: 400,
    en: 'The file “{name}” is not an image (png, jpg, webp or gif)',
    zh: '文件“{name}”不是图片（png、jpg、webp 或 gif）',
  },
  setupUnserved: {
    status: 400,
    en: 'knowledge_config.{field}: this service is not supported here. Keep the default: results are ranked by fusion and a model, and files are read with built-in parsers',
    zh: 'knowledge_config.{field}：此处不支持该服务，请保持默认值：排序由融合与模型打分完成，文件解析与文字识别使用内置能力',
  },
  stepModelOffline: {
    status: 400,
    en: 'knowledge_config.builtin_model_id: the built-in model cannot rewrite or rerank. Choose a model of a provider, or none',
    zh: 'knowledge_config.builtin_model_id：内置模型不能改写或重排，请选择其他模型服务商的模型或留空',
  },
  noUpdateSource: {
    status: 400,
    en: 'update_rule: only documents from web pages can be updated automatically',
    zh: 'update_rule：仅网页文档支持自动更新',
  },
})
