import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { FolderType } from '#shared/project-enums.ts'
import { folderInfo } from './folder-shapes.ts'
import { FOLDER_LIMITS } from '#shared/limits.ts'

const api = '/api/intelligence_api' as const
const onFolder = (can: 'editInfo' | 'delete') => ({ on: 'folder', id: 'folder_id', can }) as const
const inSpace = (can: 'view' | 'createResource', field = 'space_id') => ({ on: 'space', id: field, can }) as const
const title = name(FOLDER_LIMITS.name)
const type = z.enum(FolderType)

/** Folders of the develop page (1) and of the library (2). */
export const folder = {
  create: op(`POST ${api}/folder/create`, {
    summary: 'Create a folder',
    summaryZh: '创建文件夹',
    access: inSpace('createResource'),
    input: () =>
      z.object({
        space_id: id(),
        type,
        name: title,
        description: text(500).default(''),
        parent_folder_id: idOrNone(),
      }),
    output: () => z.object({ folder_id: z.string() }),
  }),
  update: op(`POST ${api}/folder/update`, {
    summary: 'Rename a folder or change its description',
    summaryZh: '修改文件夹的名称或描述',
    access: onFolder('editInfo'),
    input: () => z.object({ folder_id: id(), name: title.optional(), description: text(500).optional() }),
  }),
  remove: op(`POST ${api}/folder/delete`, {
    summary: 'Delete a folder; its contents move to the parent folder',
    summaryZh: '删除文件夹，其内容移至上级文件夹',
    access: onFolder('delete'),
    input: () => z.object({ folder_id: id() }),
  }),
  move: op(`POST ${api}/folder/move`, {
    summary: 'Move a folder',
    summaryZh: '移动文件夹',
    access: onFolder('editInfo'),
    input: () => z.object({ folder_id: id(), parent_folder_id: idOrNone() }),
  }),
  moveObjects: op(`POST ${api}/folder/move_object`, {
    summary: 'Move bots, projects or resources into or out of a folder; reports what could not be moved',
    summaryZh: '将智能体、项目或资源移入或移出文件夹，返回未能移动的内容',
    access: inSpace('createResource', 'folder_space_id'),
    input: () =>
      z.object({
        dest_folder_id: idOrNone(),
        folder_space_id: id(),
        move_objects: z
          .array(z.object({ object_id: id(), object_type: z.int().optional() }))
          .min(1)
          .max(200),
      }),
    output: () => z.object({ moved: z.array(z.string()), failed: z.array(z.string()) }),
  }),
  tree: op(`POST ${api}/folder/tree`, {
    summary: 'Get the folders of a space as a tree',
    summaryZh: '获取空间的文件夹树',
    access: inSpace('view'),
    input: () => z.object({ space_id: id(), type }),
    output: () => z.array(folderInfo),
  }),
  byIds: op(`POST ${api}/folder/get_by_ids`, {
    summary: 'Get folders by id with their path',
    summaryZh: '按 ID 获取文件夹及路径',
    access: inSpace('view'),
    input: () =>
      z.object({
        space_id: id(),
        folder_ids: z.array(id()).max(200).default([]),
        /** False omits the paths. */
        get_path_info: z.boolean().nullish(),
      }),
    output: () => z.record(z.string(), folderInfo),
  }),
  list: op(`POST ${api}/search/get_folder_list`, {
    summary: 'List the folders of a space or folder',
    summaryZh: '列出空间或文件夹中的文件夹',
    access: inSpace('view'),
    input: () =>
      z.object({
        space_id: id(),
        type,
        name: text(100).default(''),
        search_scope: z.int().default(0),
        parent_folder_id: idOrNone(),
        parent_include_children: z.boolean().nullish(),
        order_by: z.int().default(0),
        order_type: z.int().default(0),
        size: pageSize(50, 200),
        page_num: pageNumber(),
      }),
    output: () => z.object({ folder_list: z.array(folderInfo), total: z.int(), has_more: z.boolean() }),
  }),
}
