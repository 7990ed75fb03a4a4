import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageSize, text } from '#shared/fields.ts'
import { CopyScene } from '#shared/plugin-enums.ts'
import { ResType } from '#shared/resource-kinds.ts'

const action = z.object({ key: z.int(), enable: z.boolean() })
const resourceInfo = z.object({
  res_id: z.string(),
  res_type: z.int(),
  res_sub_type: z.int(),
  name: z.string(),
  desc: z.string(),
  icon: z.string(),
  creator_id: z.string(),
  creator_avatar: z.string(),
  creator_name: z.string(),
  user_name: z.string(),
  publish_status: z.int(),
  biz_res_status: z.int(),
  collaboration_enable: z.boolean(),
  edit_time: z.int(),
  space_id: z.string(),
  /**
   * Its listing in the store, and properties that depend on its kind: version, state, has_edits, documents, slices,
   * fields, tools.
   */
  biz_extend: z.record(z.string(), z.string()),
  actions: z.array(action),
  detail_disable: z.boolean(),
  del_flag: z.boolean(),
})
export type LibraryResource = z.input<typeof resourceInfo>
const failedReason = z.object({ res_id: z.string(), res_type: z.int(), res_name: z.string(), reason: z.string() })

/** All resources of a space in one list, and background jobs that copy resources. */
export const library = {
  list: op(['POST /api/plugin_api/library_resource_list', 'POST /api/resource/library_resource_list'], {
    summary: 'List the resources of a space, newest first',
    summaryZh: '列出空间的资源，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        user_filter: z.int().default(0),
        res_type_filter: z.array(z.int()).max(20).default([]),
        name: text(100).default(''),
        publish_status_filter: z.int().default(0),
        /** Subtypes of a kind: modes of workflows, formats of knowledge bases. */
        res_sub_type_filter: z.array(z.int()).max(20).nullish(),
        folder_id: idOrNone(),
        /** Includes items in nested folders. */
        folder_include_children: z.boolean().nullish(),
        /** If no folder is given: only resources that are in no folder. */
        is_unfiled: z.boolean().nullish(),
        size: pageSize(20),
        cursor: z.string().max(60).default(''),
        /** The fields in which `name` is searched for; by default only names. */
        search_keys: z
          .array(z.enum(['name', 'desc']))
          .max(10)
          .nullish(),
        /** Whether image flows are listed with workflows. `false` excludes them from every list. */
        is_get_imageflow: z.boolean().nullish(),
      }),
    output: () =>
      z.object({
        resource_list: z.array(resourceInfo),
        cursor: z.string(),
        has_more: z.boolean(),
        /** Only on the first page: number of matches of each kind. */
        kind_counts: z.record(z.string(), z.int()).optional(),
      }),
  }),
  ofProject: op('POST /api/plugin_api/project_resource_list', {
    summary: 'List the resources of a project by group',
    summaryZh: '按分组列出项目的资源',
    access: { on: 'project', id: 'project_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ project_id: id(), space_id: idOrNone(), project_version: z.string().max(40).optional() }),
    output: () =>
      z.object({
        resource_groups: z.array(
          z.object({
            group_type: z.int(),
            resource_list: z.array(
              z.object({
                res_id: z.string(),
                name: z.string(),
                res_type: z.int(),
                res_sub_type: z.int(),
                biz_res_status: z.int(),
                biz_extend: z.record(z.string(), z.string()),
                actions: z.array(action),
              }),
            ),
          }),
        ),
      }),
  }),
  copy: op('POST /api/plugin_api/resource_copy_dispatch', {
    summary: 'Start copying or moving a resource between library, project and space',
    summaryZh: '开始在资源库、项目和空间之间复制或移动资源',
    access: { on: 'resource', id: 'res_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        scene: z.enum(CopyScene),
        res_id: id(),
        res_type: z.enum(ResType),
        project_id: idOrNone(),
        res_name: text(100).optional(),
        target_space_id: idOrNone(),
      }),
    output: () => z.object({ task_id: z.string(), failed_reasons: z.array(failedReason) }),
  }),
  copyDetail: op('POST /api/plugin_api/resource_copy_detail', {
    summary: 'Get the progress of a copy',
    summaryZh: '获取复制进度',
    reply: 'flat',
    input: () => z.object({ task_id: id() }),
    output: () =>
      z.object({
        task_detail: z.object({
          task_id: z.string(),
          status: z.int(),
          res_id: z.string(),
          res_type: z.int(),
          scene: z.int(),
          res_name: z.string(),
          target_space_id: z.string(),
          target_project_id: z.string(),
          /** Why it failed. */
          reason: z.string(),
        }),
      }),
  }),
  copyRetry: op('POST /api/plugin_api/resource_copy_retry', {
    summary: 'Retry a failed copy',
    summaryZh: '重试失败的复制',
    reply: 'flat',
    input: () => z.object({ task_id: id() }),
    output: () => z.object({ failed_reasons: z.array(failedReason) }),
  }),
  copyCancel: op('POST /api/plugin_api/resource_copy_cancel', {
    summary: 'Cancel a copy that has not started',
    summaryZh: '取消尚未开始的复制',
    reply: 'flat',
    input: () => z.object({ task_id: id() }),
  }),
}
