import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, noOrganization, pageSize, text } from '#shared/fields.ts'
import { userInfo } from '#shared/user-info.ts'
import { basicInfo, connectorInfo, intelligence } from './shapes.ts'

const api = '/api/intelligence_api' as const
const types = z.array(z.int()).max(10).nullish()
const onResource = { on: 'resource', id: 'intelligence_id', can: 'view' } as const
const taskData = z.object({
  task_info: z.object({
    TaskId: z.string(),
    UserId: z.string(),
    EntityType: z.int(),
    EntityId: z.string(),
    ActionType: z.int(),
    Status: z.int(),
    RetryNum: z.int(),
    FailedReasons: z.array(z.object({ FailedReason: z.string(), EntityId: z.string(), EntityName: z.string() })),
    TaskType: z.int(),
    CreateTime: z.int(),
    UpdateTime: z.int(),
  }),
  task_logs: z.array(z.unknown()),
  name: z.string(),
  icon_url: z.string(),
})

/** Bots and projects in one list, for the develop page. */
export const intelligences = {
  ping: op(`POST ${api}/ping`, {
    summary: 'Check that the service responds',
    summaryZh: '检查服务是否响应',
    access: 'public',
    reply: 'flat',
  }),
  list: op(`POST ${api}/search/get_draft_intelligence_list`, {
    summary: 'List the bots and projects of a space',
    summaryZh: '列出空间的智能体和项目',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        name: text(100).default(''),
        has_published: z.boolean().nullish(),
        status: z.array(z.int()).max(10).nullish(),
        types,
        search_scope: z.int().default(0),
        folder_id: idOrNone(),
        folder_include_children: z.boolean().nullish(),
        order_type: z.int().default(0),
        is_fav: z.boolean().nullish(),
        recently_open: z.boolean().nullish(),
        order_by: z.int().default(0),
        cursor_id: z.string().max(60).default(''),
        size: pageSize(24),
      }),
    output: () =>
      z.object({
        intelligences: z.array(intelligence),
        total: z.int(),
        /** Counts with the same filters, except the types. */
        type_totals: z.object({ bots: z.int(), projects: z.int() }),
        has_more: z.boolean(),
        next_cursor_id: z.string(),
      }),
  }),
  info: op(`POST ${api}/search/get_draft_intelligence_info`, {
    summary: 'Get a bot or project with its owner and publication',
    summaryZh: '获取智能体或项目及其所有者和发布信息',
    access: onResource,
    input: () =>
      z.object({ intelligence_id: id(), intelligence_type: z.int().optional(), version: z.string().optional() }),
    output: () =>
      intelligence.pick({ basic_info: true, publish_info: true, owner_info: true }).extend({
        intelligence_type: z.int(),
      }),
  }),
  published: op(`POST ${api}/search/get_publish_intelligence_list`, {
    summary: 'List published bots or projects of a space',
    summaryZh: '列出空间中已发布的智能体或项目',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        intelligence_type: z.int(),
        space_id: id(),
        owner_id: idOrNone(),
        name: text(100).default(''),
        order_last_publish_time: z.int().optional(),
        size: pageSize(24),
        cursor_id: z.string().max(60).default(''),
        intelligence_ids: z.array(id()).max(100).nullish(),
      }),
    output: () =>
      z.object({
        intelligences: z.array(
          z.object({
            basic_info: basicInfo,
            user_info: userInfo,
            connectors: z.array(connectorInfo),
            permission_type: z.int(),
          }),
        ),
        total: z.int(),
        has_more: z.boolean(),
        next_cursor_id: z.string(),
      }),
  }),
  recent: op(`POST ${api}/search/get_recently_edit_intelligence`, {
    summary: 'List what you worked on recently in all your spaces',
    summaryZh: '列出你最近在各空间编辑的内容',
    input: () =>
      z.object({ size: pageSize(10, 50), types, enterprise_id: noOrganization(), organization_id: noOrganization() }),
    output: () => z.object({ intelligence_info_list: z.array(intelligence) }),
  }),
}

/** Tasks that copy, archive or roll back projects. */
export const projectTask = {
  list: op(`POST ${api}/entity_task/list`, {
    summary: 'Get the status of your tasks',
    summaryZh: '获取你的任务状态',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), task_id_list: z.array(id()).max(100) }),
    output: () => z.object({ task_list: z.array(taskData) }),
  }),
  search: op(`POST ${api}/entity_task/search`, {
    summary: 'Check whether bots and projects are still being copied',
    summaryZh: '检查智能体和项目是否仍在复制',
    input: () =>
      z.object({
        task_list: z
          .array(z.object({ entity_id: id(), task_type: z.int().optional() }))
          .max(100)
          .default([]),
      }),
    output: () =>
      z.object({
        entity_task_map: z.record(z.string(), z.object({ entity_id: z.string(), entity_status: z.int() })),
      }),
  }),
  process: op(`POST ${api}/entity_task/process`, {
    summary: 'Retry or discard a failed copy',
    summaryZh: '重试或放弃失败的复制',
    input: () =>
      z.object({
        entity_id: idOrNone(),
        action: z.union([z.literal(1), z.literal(2)]),
        task_id_list: z.array(id()).max(100).nullish(),
      }),
    output: () => z.object({ entity_task: z.object({ entity_id: z.string(), entity_status: z.int() }).optional() }),
  }),
  info: op(`GET ${api}/entity_task/task_info`, {
    summary: 'Get the progress of saving or restoring a version',
    summaryZh: '获取保存或恢复版本的进度',
    input: () => z.object({ task_id: id() }),
    output: () => z.object({ task_id: z.string(), task_type: z.int(), task_status: z.int() }),
  }),
}
