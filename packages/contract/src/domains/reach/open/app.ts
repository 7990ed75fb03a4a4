import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'
import { openVariable } from './shapes.ts'

const app = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon_url: z.string(),
  is_published: z.boolean(),
  updated_at: z.number(),
  published_at: z.number().optional(),
  owner_user_id: z.string(),
  folder_id: z.string(),
})
const folder = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  workspace_id: z.string(),
  creator_user_id: z.string(),
  parent_folder_id: z.string(),
  children_count: z.number(),
})

/** Apps, folders and templates for programs with a token. */
export const openApp = {
  list: op('GET /v1/apps', {
    summary: 'List the apps of a space, last changed first',
    summaryZh: '列出空间的应用，最近修改在前',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    scope: 'App.view',
    input: () =>
      z.object({
        workspace_id: id(),
        publish_status: z.enum(['all', 'published_online', 'published_draft', 'unpublished_draft']).optional(),
        page_num: pageNumber(),
        page_size: pageSize(20, 50),
      }),
    output: () => z.object({ total: z.number(), items: z.array(app) }),
  }),
  get: op('GET /v1/apps/{app_id}', {
    summary: 'Get a published app with its variables',
    summaryZh: '获取已发布的应用及其变量',
    access: { on: 'project', id: 'app_id', can: 'view' },
    scope: 'App.view',
    input: () => z.object({ app_id: id() }),
    output: () =>
      z.object({
        app_id: z.string(),
        version: z.string(),
        name: z.string(),
        description: z.string(),
        icon_url: z.string(),
        variables: z.array(openVariable),
      }),
  }),
  folders: op('GET /v1/folders', {
    summary: 'List the folders of a space on one level',
    summaryZh: '列出空间某一级的文件夹',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    scope: 'Folder.view',
    input: () =>
      z.object({
        workspace_id: id(),
        folder_type: z.enum(['development', 'library']).default('development'),
        parent_folder_id: idOrNone(),
        page_num: pageNumber(),
        page_size: pageSize(20, 50),
      }),
    output: () => z.object({ items: z.array(folder), total_count: z.number(), has_more: z.boolean() }),
  }),
  folder: op('GET /v1/folders/{folder_id}', {
    summary: 'Get a folder',
    summaryZh: '获取文件夹',
    access: { on: 'folder', id: 'folder_id', can: 'view' },
    scope: 'Folder.view',
    input: () => z.object({ folder_id: id() }),
    output: folder,
  }),
  duplicate: op('POST /v1/templates/{template_id}/duplicate', {
    summary: 'Create something from a template in a space',
    summaryZh: '在空间中从模板创建内容',
    access: { on: 'space', id: 'workspace_id', can: 'createResource' },
    scope: 'Bot.create',
    input: () => z.object({ template_id: id(), workspace_id: id(), name: z.string().trim().min(1).max(20).optional() }),
    output: () => z.object({ entity_id: z.string(), entity_type: z.enum(['agent', 'app', 'workflow', 'plugin']) }),
  }),
}
