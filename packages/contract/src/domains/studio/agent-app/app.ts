import { z } from 'zod'
import { op } from '#kit.ts'
import { base, bool, id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { INTERFACE_LIMITS, interfaceKey } from '#shared/interface-limits.ts'
import { PROJECT_LIMITS } from '#shared/project-enums.ts'

const s = z.string()
const inHeader = { headers: { space_id: 'X-Space-Id' } } as const
const onApp = (can: 'editInfo' | 'publish' | 'testRunWorkflow') =>
  ({ ...inHeader, access: { on: 'project', id: 'agent_app_id', can } }) as const
const spaceInput = { space_id: idOrNone(), Base: base }

const info = z.object({
  agent_app_id: s,
  agent_app_name: s,
  icon: s,
  type_source_app_id: s,
  space_id: s,
  bot_id: s,
  /** The interface of the app. */
  app_id: s,
  sandbox_id: s,
  /** For a published version: the snapshot that it was published from. */
  snapshot_id: s,
  creator_id: s,
  created_at: s,
  updated_at: s,
  version_name: s,
  max_publish_version_name: s,
  plugin_id: s,
})
export type AgentAppInfo = z.input<typeof info>
const person = z.object({ user_id: s, user_type: z.int(), user_name: s, user_avatar: s })
const publication = z.object({
  publish_id: s,
  agent_app_id: s,
  space_id: s,
  bot_id: s,
  app_id: s,
  snapshot_id: s,
  version_name: s,
  version_code: z.int(),
  description: s,
  /** The public URL; only returned to people who may publish. */
  content_url: s,
  creator: person,
  created_at: z.int(),
  updated_at: z.int(),
  max_publish_version_name: s,
  /** 0 waiting, 1 building, 2 published, 3 failed, 4 offline. */
  status: z.int(),
  /** The reason of a failure; empty otherwise. */
  reason: s,
  bytecycle_id: s,
  build_no: z.int(),
})
export type AgentPublication = z.input<typeof publication>

/** Agent apps: projects with a bot. */
export const agentApp = {
  create: op('POST /api/agent_app_builder/v1/app/create', {
    summary: 'Create an agent app, copy one, or turn a project into one',
    summaryZh: '创建或复制智能体应用，或将已有项目转为智能体应用',
    ...inHeader,
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () =>
      z.object({
        space_id: id(),
        agent_app_name: name(PROJECT_LIMITS.name).optional(),
        icon: z.string().max(300).default(''),
        /** The app to copy. */
        type_source_app_id: idOrNone(),
        /** An existing bot; by default a bot is created. */
        bot_id: idOrNone(),
        /** An existing project, by its id or that of its interface. */
        AppID: idOrNone(),
        SandboxID: idOrNone(),
        Base: base,
      }),
    output: () => z.object({ agent_app_id: s }),
  }),
  get: op('GET /api/agent_app_builder/v1/app/get', {
    summary: 'Get an agent app by its id, its bot or its interface',
    summaryZh: '按应用、智能体或界面的 ID 获取智能体应用',
    ...inHeader,
    input: () =>
      z.object({
        ...spaceInput,
        agent_app_id: idOrNone(),
        bot_id: idOrNone(),
        app_id: idOrNone(),
        /** A published version; defaults to the draft. */
        version_name: z.string().max(PROJECT_LIMITS.version).default(''),
      }),
    output: info,
  }),
  update: op('POST /api/agent_app_builder/v1/app/update', {
    summary: 'Change the name or the icon of an agent app',
    summaryZh: '修改智能体应用的名称或图标',
    ...onApp('editInfo'),
    input: () =>
      z.object({
        ...spaceInput,
        agent_app_id: id(),
        agent_app_name: name(PROJECT_LIMITS.name).optional(),
        icon: z.string().max(300).default(''),
      }),
    output: () => z.object({ agent_app_id: s }),
  }),
  preview: op('POST /api/agent_app_builder/v1/app/preview', {
    summary: 'Get a link that opens the draft of an agent app for 30 minutes',
    summaryZh: '获取智能体应用草稿的预览链接，30 分钟内有效',
    ...onApp('testRunWorkflow'),
    input: () => z.object({ ...spaceInput, agent_app_id: id() }),
    output: () => z.object({ Content: s }),
  }),
  publish: op('POST /api/agent_app_builder/v1/app/publish/create', {
    summary: 'Publish an agent app on the public page; a version that is there already is served again',
    summaryZh: '将智能体应用发布到公开页面；已有的版本会被重新启用',
    ...onApp('publish'),
    input: () =>
      z.object({
        ...spaceInput,
        agent_app_id: id(),
        agent_app_name: name(PROJECT_LIMITS.name).optional(),
        remark: text(500).default(''),
        /** Defaults to the next version name. */
        version_name: z.string().max(PROJECT_LIMITS.version).default(''),
        /** Publishes only these pages; empty for all. */
        page_ids: z.array(z.string().regex(interfaceKey)).max(INTERFACE_LIMITS.pages).default([]),
        to_doubao: z.boolean().default(false),
      }),
    output: () => z.object({ publish_id: s, status: z.int() }),
  }),
  publication: op('GET /api/agent_app_builder/v1/app/publish/get', {
    summary: 'Get a publication of an agent app, or its newest one',
    summaryZh: '获取智能体应用的一次发布，或最近一次发布',
    ...inHeader,
    input: () =>
      z.object({
        ...spaceInput,
        publish_id: idOrNone(),
        agent_app_id: idOrNone(),
        bot_id: idOrNone(),
        app_id: idOrNone(),
        /** Returns the publication with the highest version instead of the newest one. */
        with_max_version: bool().default(false),
      }),
    output: publication,
  }),
  publications: op('GET /api/agent_app_builder/v1/app/publish/list', {
    summary: 'List the publications of an agent app, or of all agent apps of a space',
    summaryZh: '列出某个智能体应用或空间内所有智能体应用的发布记录',
    ...inHeader,
    input: () =>
      z.object({
        ...spaceInput,
        publish_id: idOrNone(),
        agent_app_id: idOrNone(),
        agent_app_name: z.string().max(100).default(''),
        bot_id: idOrNone(),
        page: pageNumber(),
        size: pageSize(),
      }),
    output: () => z.object({ publish_list: z.array(publication), total: s }),
  }),
}
