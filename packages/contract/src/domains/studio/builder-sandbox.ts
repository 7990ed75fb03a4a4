import { z } from 'zod'
import { op } from '#kit.ts'
import { base, bool, id, idOrNone, name, text } from '#shared/fields.ts'
import { INTERFACE_LIMITS, interfaceKey } from '#shared/interface-limits.ts'

const s = z.string()
const flat = { reply: 'flat', headers: { space_id: 'X-Space-Id' } } as const
const onSandbox = (can: 'view' | 'editInfo') =>
  ({ ...flat, access: { on: 'interfaceSandbox', id: 'sandbox_id', can } }) as const
const pageId = () => z.string().regex(interfaceKey, 'letters, digits, _ and -, beginning with a small letter')
const sandboxInput = { sandbox_id: id(), space_id: idOrNone(), Base: base }
const onPage = { ...sandboxInput, page_id: pageId() }

const sandbox = z.object({
  sandboxId: s,
  appId: s,
  name: s,
  pages: z.array(s),
  routes: s,
  /** JSON: `{seq, document}`; edits are based on it. */
  crdtHistory: s,
  updater: s,
  creator: s,
  updatedAt: s,
  createdAt: s,
})
const app = z.object({ appId: s, name: s, devSandbox: s, projectId: s, spaceId: s, creator: s, createdAt: s })
const page = z.object({
  pageId: s,
  sandboxId: s,
  appId: s,
  /** JSON: `{format, title, load, nodes}`. */
  data: s,
  /** JSON: `{seq}`, the number of the save that the page was read at. */
  crdtHistory: s,
  updater: s,
  creator: s,
  updatedAt: s,
  createdAt: s,
})
export type BuilderPageData = z.input<typeof page>
const edits = {
  /** JSON list of `{path, value}` or `{path, remove: true}`. */
  crdt_history: z
    .string()
    .max(1024 * 1024)
    .default(''),
  /** JSON: `{batch, since}`. A repeated batch is applied once; the answer contains the edits after `since`. */
  action: z.string().max(10_000).default(''),
}

/** Editing of interfaces and agent apps by page, and their snapshots. */
export const builderSandbox = {
  sandbox: op('GET /api/agent_app_builder/v1/starry/sandbox/get', {
    summary: 'Get what is drawn, with all of its pages',
    summaryZh: '获取界面草稿及其所有页面',
    ...onSandbox('view'),
    input: () => z.object({ ...sandboxInput, with_app: bool().default(false) }),
    output: () => z.object({ Sandbox: sandbox, App: app.optional() }),
  }),
  update: op('POST /api/agent_app_builder/v1/starry/sandbox/update', {
    summary: 'Edit what is drawn; the answer brings what others have edited',
    summaryZh: '编辑界面草稿，返回其他人的修改',
    ...onSandbox('editInfo'),
    input: () => z.object({ ...sandboxInput, ...edits }),
    output: () => z.object({ actionId: s, sandbox: s }),
  }),
  preview: op('GET /api/agent_app_builder/v1/starry/preview/get', {
    summary: 'Get what is drawn together with one of its pages',
    summaryZh: '获取界面草稿及其中一个页面',
    ...onSandbox('view'),
    /** `page_id` defaults to the page that opens first. */
    input: () => z.object({ ...sandboxInput, page_id: z.union([pageId(), z.literal('')]).default('') }),
    output: () => z.object({ Sandbox: sandbox, Page: page }),
  }),
  createPage: op('POST /api/agent_app_builder/v1/starry/page/create', {
    summary: 'Add a page',
    summaryZh: '新建页面',
    ...onSandbox('editInfo'),
    input: () =>
      z.object({
        ...sandboxInput,
        page_id: pageId().optional(),
        /** JSON: `{title, load, nodes}`; defaults to an empty page. */
        data: z.string().max(INTERFACE_LIMITS.bytes).default(''),
      }),
    output: () => z.object({ Data: page }),
  }),
  page: op('GET /api/agent_app_builder/v1/starry/page/get', {
    summary: 'Get a page',
    summaryZh: '获取页面',
    ...onSandbox('view'),
    input: () => z.object(onPage),
    output: () => z.object({ Data: page }),
  }),
  updatePage: op('POST /api/agent_app_builder/v1/starry/page/update', {
    summary: 'Edit one page; edits of anything else are refused',
    summaryZh: '编辑单个页面，超出该页面的修改会被拒绝',
    ...onSandbox('editInfo'),
    input: () => z.object({ ...onPage, ...edits }),
    output: () => z.object({ actionId: s, page: s }),
  }),
  deletePage: op('POST /api/agent_app_builder/v1/starry/page/delete', {
    summary: 'Delete a page, and what leads to it',
    summaryZh: '删除页面以及指向它的链接',
    ...onSandbox('editInfo'),
    input: () => z.object(onPage),
    output: () => z.object({ deletedCount: z.int() }),
  }),
  clonePage: op('POST /api/agent_app_builder/v1/starry/page/clone', {
    summary: 'Copy a page with everything on it',
    summaryZh: '复制页面及其全部内容',
    ...onSandbox('editInfo'),
    input: () => z.object(onPage),
    output: () => z.object({ Data: z.array(page) }),
  }),
  createSnapshot: op('POST /api/agent_app_builder/v1/starry/snapshot/create', {
    summary: 'Keep what is drawn now',
    summaryZh: '保存当前界面的快照',
    ...onSandbox('editInfo'),
    input: () =>
      z.object({
        ...sandboxInput,
        desc: text(300).default(''),
        /** Includes only these pages; empty for all. */
        page_ids: z.array(pageId()).max(INTERFACE_LIMITS.pages).default([]),
        /** The newest snapshot that the caller knows; the call is refused if there is a newer one. */
        previous_snapshot_id: idOrNone(),
      }),
    output: () => z.object({ snapshotId: s, version: s }),
  }),
  snapshot: op('GET /api/agent_app_builder/v1/starry/snapshot/get', {
    summary: 'Get a snapshot by its id, or by its number in a sandbox',
    summaryZh: '按 ID 或序号获取快照',
    ...flat,
    input: () =>
      z.object({
        snapshot_id: idOrNone(),
        sandbox_id: idOrNone(),
        version: z.string().max(10).default(''),
        space_id: idOrNone(),
        Base: base,
      }),
    output: () => z.object({ Data: s }),
  }),
  newestSnapshot: op('GET /api/agent_app_builder/v1/starry/sandbox/get_snapshot', {
    summary: 'Get the newest snapshot of a sandbox',
    summaryZh: '获取最新的快照',
    ...onSandbox('view'),
    input: () => z.object(sandboxInput),
    output: () => z.object({ Data: s }),
  }),
  restore: op('POST /api/agent_app_builder/v1/starry/snapshot/restore', {
    summary: 'Bring a snapshot back; what is drawn now is kept as a snapshot first',
    summaryZh: '恢复到某个快照，当前内容会先存为快照',
    ...onSandbox('editInfo'),
    input: () =>
      z.object({
        ...sandboxInput,
        snapshot_id: idOrNone(),
        version: z.string().max(10).default(''),
        /** `page:<id>` restores only this page. */
        action: z
          .string()
          .max(60)
          .regex(/^(page:[a-z][\w-]*)?$/, 'write page: and the id of the page, or leave it empty')
          .default(''),
      }),
    output: () => z.object({ sandbox, pages: z.array(s) }),
  }),
  components: op('GET /api/agent_app_builder/v1/starry/compsets/get', {
    summary: 'List the built-in components with their settings and events',
    summaryZh: '列出内置组件及其属性和事件',
    headers: { space_id: 'X-Space-Id' },
    input: () => z.object({ space_id: idOrNone(), Base: base }),
    output: s,
  }),
  proxy: op('POST /api/agent_app_builder/v1/starry/proxy', {
    summary: 'Make another call of this group, named in the body',
    summaryZh: '通过请求体转发到本组的其他接口',
    headers: { space_id: 'X-Space-Id' },
    input: () =>
      z.object({
        space_id: idOrNone(),
        method: z.enum(['GET', 'POST']),
        path: name(200),
        payload: z.record(z.string().max(100), z.unknown()).default({}),
        Base: base,
      }),
    /** The answer of that call, as JSON. */
    output: s,
  }),
}
