import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name } from '#shared/fields.ts'
import { INTERFACE_LIMITS, InterfaceChannel } from '#shared/interface-limits.ts'

const s = z.string()
const channel = z.enum(InterfaceChannel)
/** Clients also send space and project in headers; these must not differ from the input. */
const inHeaders = { headers: { space_id: 'X-Space-Id', project_id: 'X-Project-Id' } } as const
const onProject = (can: 'view' | 'editInfo' | 'testRunWorkflow') =>
  ({ access: { on: 'project', id: 'project_id', can } }) as const
const onSandbox = (can: 'view' | 'editInfo') => ({ access: { on: 'interfaceSandbox', id: 'sandbox_id', can } }) as const

const relation = z.object({ plugin_ids: z.array(s), workflow_ids: z.array(s) })
const ofChannel = z.object({
  id: s,
  ui_id: s,
  channel_id: z.int(),
  sandbox_id: s,
  ui_relation: relation,
  description: s,
  dsl_content: s,
  creator_id: s,
  create_time: s,
  update_time: s,
})
const data = z.object({
  ui_id: s,
  space_id: s,
  project_id: s,
  starry_app_id: s,
  ui_name: s,
  /** 0 never published, 1 published, 2 edited since the publication. */
  publish_status: z.int(),
  creator_id: s,
  audit_status: z.int(),
  create_time: s,
  update_time: s,
  dsl_content: s,
  description: s,
  channel_map: z.record(z.string(), ofChannel),
  channel_list: z.array(z.int()),
})
export type InterfaceData = z.input<typeof data>

const sandbox = z.object({
  sandboxId: s,
  appId: s,
  name: s,
  pages: z.array(s),
  /** JSON: the path of each page, and the page that opens first. */
  routes: s,
  /** JSON: `{seq, document}`; edits are based on it. */
  crdtHistory: s,
  updater: s,
  creator: s,
  updatedAt: s,
  createdAt: s,
})
export type InterfaceSandboxData = z.input<typeof sandbox>
const app = z.object({ appId: s, name: s, devSandbox: s, projectId: s, spaceId: s, creator: s, createdAt: s })

const dsl = z.object({
  /** JSON of the page that opens first, with everything that applies to the whole interface. */
  dsl_content: s,
  ui_relation: relation,
  /** JSON list of the other pages. */
  ext_pages: s,
  entry_page_path: s,
  tab_bar: s,
})
export type InterfaceDsl = z.input<typeof dsl>
const published = () =>
  z.object({
    project_id: id(),
    /** The name of a published version; defaults to the version that the channel serves now. */
    version_code: z.string().max(100).default(''),
    channel,
    with_ext_pages: z.boolean().default(false),
    connector_id: z.string().max(40).default(''),
  })
const publishedDsl = () => z.object({ data: dsl, url_collection: z.object({ urls: z.array(s) }) })

const sourceInput = { source: z.string().min(1).max(40) }
export const interfaceInputs = () => z.record(z.string().max(100), z.unknown())
/** The component and event that the visitor used, recorded in the trace. */
export const usedOnPage = () =>
  z.object({ node: z.string().max(40).default(''), event: z.string().max(40).default('') }).optional()
const cell = z.union([z.string().max(INTERFACE_LIMITS.text), z.number(), z.boolean(), z.null()])
/** An action on the rows of a table: list them, or insert, update or remove one. */
export const interfaceRows = () =>
  z.discriminatedUnion('action', [
    z.object({
      action: z.literal('list'),
      page: z.int().min(1).max(1000).default(1),
      search: z.string().max(200).default(''),
    }),
    z.object({ action: z.literal('insert'), values: z.record(z.string().max(100), cell) }),
    z.object({ action: z.literal('update'), row: id(), values: z.record(z.string().max(100), cell) }),
    z.object({ action: z.literal('remove'), row: id() }),
  ])
export type InterfaceRowsRequest = z.output<ReturnType<typeof interfaceRows>>
export const interfaceRowsAnswer = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  has_more: z.boolean(),
  fields: z.array(z.object({ name: s, type: s, required: z.boolean() })),
})

/** The interface of a project: its draft and its published versions. */
export const projectInterface = {
  create: op('POST /api/ui_builder/v1/create', {
    summary: 'Create the interface of a project, or one more channel of it',
    summaryZh: '创建项目界面，或为其增加渠道',
    ...inHeaders,
    ...onProject('editInfo'),
    input: () =>
      z.object({ project_id: id(), space_id: idOrNone(), ui_name: name(100).optional(), channel: channel.default(1) }),
    output: data,
  }),
  get: op('POST /api/ui_builder/v1/get', {
    summary: 'Get the interface of a project',
    summaryZh: '获取项目界面',
    ...inHeaders,
    input: () =>
      z.object({ project_id: idOrNone(), space_id: idOrNone(), ui_id: idOrNone(), starry_app_id: idOrNone() }),
    output: data,
  }),
  sandbox: op('POST /api/ui_builder/v1/starry/sandbox/get', {
    summary: 'Get what is drawn for one channel',
    summaryZh: '获取某一渠道的界面草稿',
    ...onSandbox('view'),
    input: () =>
      z.object({ sandbox_id: id(), with_app: z.boolean().default(false), is_preview: z.boolean().default(false) }),
    output: () => z.object({ Sandbox: sandbox, App: app.optional() }),
  }),
  refresh: op('POST /api/ui_builder/v1/starry/sandbox/refresh', {
    summary: 'Get what is drawn for one channel, with fresh links to its files',
    summaryZh: '获取某一渠道的界面草稿，并更新其中的文件链接',
    ...onSandbox('view'),
    input: () => z.object({ sandbox_id: id() }),
    output: () => z.object({ Sandbox: sandbox }),
  }),
  update: op('POST /api/ui_builder/v1/starry/sandbox/update', {
    summary: 'Edit an interface; the answer brings what others have edited',
    summaryZh: '编辑界面，返回其他人的修改',
    ...onSandbox('editInfo'),
    input: () =>
      z.object({
        sandbox_id: id(),
        /** JSON list of `{path, value}` or `{path, remove: true}`. */
        crdt_history: z
          .string()
          .max(1024 * 1024)
          .default(''),
        /**
         * JSON: `{batch, since}`. A repeated batch is applied once; the answer contains the edits after `since`, or
         * without it the current document.
         */
        action: z.string().max(10_000).default(''),
      }),
    output: () => z.object({ actionId: s, sandbox: s }),
  }),
  live: op('GET /api/ui_builder/v1/starry/sandbox/live', {
    summary: 'Receive a message whenever somebody has edited the interface',
    summaryZh: '接收界面被他人编辑的消息',
    ...onSandbox('view'),
    reply: 'stream',
    input: () => z.object({ sandbox_id: id() }),
  }),
  upload: op('POST /api/ui_builder/v1/upload_file', {
    summary: 'Upload an image or file for an interface',
    summaryZh: '为界面上传图片或文件',
    ...inHeaders,
    ...onProject('editInfo'),
    body: 'form',
    bodyLimit: 101 * 1024 * 1024,
    input: () =>
      z.object({
        project_id: id(),
        space_id: idOrNone(),
        FileName: z.string().min(1).max(300),
        file_type: z.string().max(100).default(''),
        data: z.instanceof(Blob, { message: 'must be a file' }),
        scene: z.coerce
          .number()
          .pipe(z.literal([1, 2, 3, 4, 5]))
          .default(1),
      }),
    output: () => z.object({ upload_url: s, upload_uri: s }),
  }),
  published: op('POST /api/ui_builder/v1/publish/dsl/get', {
    summary: 'Get a published version of an interface',
    summaryZh: '获取界面的已发布版本',
    ...onProject('view'),
    reply: 'flat',
    input: published,
    output: publishedDsl,
  }),
  publishedInternal: op('POST /api/ui_builder/v1/internal/publish/dsl/get', {
    summary: 'Get a published version of any interface of the instance',
    summaryZh: '获取实例中任意界面的已发布版本',
    access: 'instance',
    reply: 'flat',
    input: published,
    output: publishedDsl,
  }),
  refreshDsl: op('POST /api/ui_builder/v1/internal/dsl/refresh', {
    summary: 'Renew the links to files in the text of an interface',
    summaryZh: '更新界面文本中的文件链接',
    access: 'instance',
    input: () =>
      z.object({
        dsl_content: z.string().max(INTERFACE_LIMITS.bytes),
        /** Lifetime of the links in seconds. */
        expire_time: z
          .int()
          .min(60)
          .max(7 * 24 * 3600)
          .optional(),
      }),
    output: dsl,
  }),
  targets: op('POST /api/ui_builder/v1/targets', {
    summary: 'List the workflows and databases of a project that its interface can use',
    summaryZh: '列出界面可用的工作流和数据库',
    ...onProject('view'),
    input: () => z.object({ project_id: id() }),
    output: () =>
      z.object({
        workflows: z.array(
          z.object({
            id: s,
            name: s,
            isChat: z.boolean(),
            inputs: z.array(z.object({ name: s, type: s, required: z.boolean(), description: s })),
          }),
        ),
        tables: z.array(z.object({ id: s, name: s, fields: interfaceRowsAnswer.shape.fields })),
        /** Published bots of the space, for use in a chat component. */
        bots: z.array(z.object({ id: s, name: s })).optional(),
        /** Versions of the component packages in the space. */
        packages: z.array(s).optional(),
      }),
  }),
  code: op('POST /api/ui_builder/v1/code/build', {
    summary: 'Build a page that is written as code, and get the address where it runs',
    summaryZh: '构建代码页面并获取其运行地址',
    ...onProject('editInfo'),
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () => z.object({ project_id: id(), channel: channel.default(1), page_id: z.string().min(1).max(40) }),
    output: () =>
      z.object({
        /** Empty if the page cannot be built. */
        address: s,
        /** The first error and its position; line 0 if unknown. */
        fault: z.object({ file: s, line: z.int(), message: s }).nullable(),
      }),
  }),
  run: op('POST /api/ui_builder/v1/preview/run', {
    summary: 'Run a source of the draft; the answer is streamed',
    summaryZh: '运行草稿中的数据源，流式返回结果',
    ...onProject('testRunWorkflow'),
    reply: 'stream',
    input: () =>
      z.object({
        project_id: id(),
        channel: channel.default(1),
        ...sourceInput,
        inputs: interfaceInputs().default({}),
        used: usedOnPage(),
      }),
  }),
  rows: op('POST /api/ui_builder/v1/preview/rows', {
    summary: 'Read or change rows that the draft shows, in the test data',
    summaryZh: '在测试数据中读取或修改草稿所展示的行',
    ...onProject('testRunWorkflow'),
    input: () => z.object({ project_id: id(), channel: channel.default(1), ...sourceInput, request: interfaceRows() }),
    output: interfaceRowsAnswer,
  }),
}
