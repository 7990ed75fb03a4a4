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
    summary: 'Make a folder',
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
    summary: 'Change name or description of a folder',
    access: onFolder('editInfo'),
    input: () => z.object({ folder_id: id(), name: title.optional(), description: text(500).optional() }),
  }),
  remove: op(`POST ${api}/folder/delete`, {
    summary: 'Delete a folder; what lies in it goes to the folder above',
    access: onFolder('delete'),
    input: () => z.object({ folder_id: id() }),
  }),
  move: op(`POST ${api}/folder/move`, {
    summary: 'Move a folder into another one, or to the top',
    access: onFolder('editInfo'),
    input: () => z.object({ folder_id: id(), parent_folder_id: idOrNone() }),
  }),
  moveObjects: op(`POST ${api}/folder/move_object`, {
    summary: 'Put bots, projects or resources into a folder, or take them out; tells which could not be moved',
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
    summary: 'The folders of a space as a tree',
    access: inSpace('view'),
    input: () => z.object({ space_id: id(), type }),
    output: () => z.array(folderInfo),
  }),
  byIds: op(`POST ${api}/folder/get_by_ids`, {
    summary: 'Folders by their ids, with the way to them',
    access: inSpace('view'),
    input: () =>
      z.object({
        space_id: id(),
        folder_ids: z.array(id()).max(200).default([]),
        /** False leaves the ways out. */
        get_path_info: z.boolean().nullish(),
      }),
    output: () => z.record(z.string(), folderInfo),
  }),
  list: op(`POST ${api}/search/get_folder_list`, {
    summary: 'Folders of a space or of a folder, in pages',
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
