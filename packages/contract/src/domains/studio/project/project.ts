import { z } from 'zod'
import { userInfo } from '#shared/user-info.ts'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { PROJECT_LIMITS as limits, ProjectHistoryType } from '#shared/project-enums.ts'
import { auditData, basicInfo, connectorConfig, connectorInfo, publishRecord, selectedWorkflow } from './shapes.ts'

const on = (can: 'view' | 'editInfo' | 'delete' | 'publish' | 'copy' | 'rollback') =>
  ({ on: 'project', id: 'project_id', can }) as const
const iconUri = z.string().max(500).optional()
const title = name(limits.name)
const description = text(limits.description)
const api = '/api/intelligence_api' as const

/** Nothing is sold on an instance: clients may send `is_enable: false`, but not `true`. */
const notForSale = () =>
  z
    .object({
      is_enable: z
        .boolean()
        .optional()
        .refine((isEnabled) => isEnabled !== true, {
          error: 'paid products are not supported on this instance. Omit this field',
          params: { zh: '此实例不支持付费，请不要开启' },
        }),
    })
    .nullish()

/** Projects: workflows, plugins and data that are built, published and copied together. */
export const project = {
  create: op(`POST ${api}/draft_project/create`, {
    summary: 'Create a project',
    summaryZh: '创建项目',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () =>
      z.object({
        space_id: id(),
        name: title,
        description: description.default(''),
        icon_uri: iconUri,
        folder_id: idOrNone(),
        create_from: z.string().max(40).optional(),
        monetization_conf: notForSale(),
      }),
    output: () => z.object({ project_id: z.string(), audit_data: auditData }),
  }),
  update: op(`POST ${api}/draft_project/update`, {
    summary: 'Change name, description or icon of a project',
    summaryZh: '修改项目的名称、描述或图标',
    access: on('editInfo'),
    input: () =>
      z.object({
        project_id: id(),
        name: title.optional(),
        description: description.optional(),
        icon_uri: iconUri,
      }),
    output: () => z.object({ audit_data: auditData }),
  }),
  remove: op(`POST ${api}/draft_project/delete`, {
    summary: 'Delete a project with its resources',
    summaryZh: '删除项目及其资源',
    access: on('delete'),
    input: () => z.object({ project_id: id() }),
  }),
  copy: op(`POST ${api}/draft_project/copy`, {
    summary: 'Copy a project with its resources in the background',
    summaryZh: '在后台复制项目及其资源',
    access: on('copy'),
    input: () =>
      z.object({
        project_id: id(),
        to_space_id: idOrNone(),
        name: title.optional(),
        description: description.optional(),
        icon_uri: iconUri,
      }),
    output: () => z.object({ basic_info: basicInfo, audit_data: auditData, user_info: userInfo }),
  }),
  copyTo: op(`POST ${api}/draft_project/crossspace_copy`, {
    summary: 'Copy a project and everything it needs to another space',
    summaryZh: '将项目及其依赖复制到其他空间',
    access: on('copy'),
    input: () => z.object({ project_id: id(), to_space_id: id() }),
    output: () => z.object({ task_id: z.string() }),
  }),
  archive: op(`POST ${api}/draft_project/archive`, {
    summary: 'Save the current state of a project as a version',
    summaryZh: '将项目当前状态存为版本',
    access: on('editInfo'),
    input: () => z.object({ project_id: id(), description: text(1000).default(''), scene: z.int().optional() }),
    output: () => z.object({ task_id: z.string(), project_id: z.string(), version: z.string() }),
  }),
  rollback: op(`POST ${api}/draft_project/rollback`, {
    summary: 'Restore a project to a version; the current state is saved first',
    summaryZh: '将项目恢复到某版本，恢复前会保存当前状态',
    access: on('rollback'),
    reply: 'flat',
    input: () => z.object({ project_id: id(), rollback_version: z.string().min(1).max(60), scene: z.int().optional() }),
    output: () => z.object({ task_id: z.string() }),
  }),
  history: op(`POST ${api}/draft_project/history_list`, {
    summary: 'List the versions of a project, newest first',
    summaryZh: '列出项目的版本，最新在前',
    access: on('view'),
    input: () =>
      z.object({
        project_id: id(),
        history_type: z.enum(ProjectHistoryType).optional(),
        /** Leaves out publications that failed or are still running. */
        only_done: z.boolean().default(false),
        cursor: z.string().max(40).default(''),
        size: pageSize(20),
      }),
    output: () =>
      z.object({
        history_list: z.array(
          z.object({
            project_id: z.string(),
            version: z.string(),
            history_type: z.int(),
            description: z.string(),
            operator: userInfo,
            operate_time: z.int(),
            publish_detail: publishRecord.optional(),
          }),
        ),
        next_cursor: z.string(),
        has_more: z.boolean(),
        total: z.int(),
      }),
  }),
  innerTasks: op(`POST ${api}/draft_project/inner_task_list`, {
    summary: 'List running tasks of a project',
    summaryZh: '列出项目进行中的任务',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () => z.object({ task_list: z.array(z.object({ task_id: z.string() })) }),
  }),
}

/** Publication of projects. */
export const projectPublish = {
  checkVersion: op(`POST ${api}/publish/check_version_number`, {
    summary: 'Check whether a version number is taken',
    summaryZh: '检查版本号是否已被使用',
    access: on('view'),
    input: () => z.object({ project_id: id(), version_number: name(limits.version) }),
    output: () => z.object({ is_duplicate: z.boolean() }),
  }),
  connectors: op(`POST ${api}/publish/connector_list`, {
    summary: 'List the channels of a project and its last publication',
    summaryZh: '列出项目的渠道和上次发布',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () =>
      z.object({
        connector_list: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            icon_url: z.string(),
            description: z.string(),
            connector_classification: z.int(),
            config_status: z.int(),
            connector_status: z.int(),
            bind_type: z.int(),
            bind_info: z.record(z.string(), z.string()),
            allow_publish: z.boolean(),
            not_allow_publish_reason: z.string(),
            share_link: z.string(),
            /** The channel serves only one workflow. */
            is_single: z.boolean(),
            /** The workflows of the current draft that the channel can serve. */
            workflows: z.array(selectedWorkflow),
            /** The publication that the channel serves now; empty if none. */
            publish_record_id: z.string(),
            version_number: z.string(),
            publish_time: z.int(),
            connector_publish_config: connectorConfig,
          }),
        ),
        last_publish_info: z.object({
          version_number: z.string(),
          connector_ids: z.array(z.string()),
          connector_publish_config: z.record(z.string(), connectorConfig),
        }),
        connector_union_info_map: z.record(z.string(), z.unknown()),
        /** The newest publication, while it has not reached all of its channels; otherwise empty. */
        open_publish_record_id: z.string(),
        /** Whether the caller may publish. */
        can_publish: z.boolean(),
      }),
  }),
  changes: op(`POST ${api}/publish/changes`, {
    summary: 'List what a publication would change',
    summaryZh: '列出发布将带来的改动',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () =>
      z.object({
        /** The version to which the draft is compared; empty before the first publication. */
        since: z.string(),
        changes: z.array(
          z.object({
            kind: z.enum(['added', 'removed', 'changed']),
            part: z.string(),
            name: z.string(),
            detail: z.string(),
          }),
        ),
        /** The changes as text. */
        content: z.string(),
      }),
  }),
  published: op(`POST ${api}/publish/get_published_connector`, {
    summary: 'List the channels that serve a project',
    summaryZh: '列出项目已上线的渠道',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () => z.array(connectorInfo),
  }),
  unlist: op(`POST ${api}/publish/publish_intelligence_unlist`, {
    summary: 'Take a bot or project offline on channels',
    summaryZh: '将智能体或项目从渠道下线',
    access: { on: 'resource', id: 'intelligence_id', can: 'publish' },
    input: () =>
      z.object({
        intelligence_id: id(),
        connector_ids: z.array(z.string().max(40)).min(1).max(50),
        intelligence_type: z.int(),
      }),
    output: () =>
      z.object({
        connector_unlist_result_map: z.record(
          z.string(),
          z.object({ is_success: z.boolean(), fail_reason: z.string() }),
        ),
      }),
  }),
  publish: op(`POST ${api}/publish/publish_project`, {
    summary: 'Publish a project',
    summaryZh: '发布项目',
    access: on('publish'),
    input: () =>
      z.object({
        project_id: id(),
        version_number: name(limits.version),
        description: text(1000).default(''),
        connectors: z.record(z.string().max(40), z.record(z.string(), z.string().max(4000)).nullable()).default({}),
        connector_publish_config: z
          .record(
            z.string().max(40),
            z.object({
              selected_workflows: z
                .array(z.object({ workflow_id: id(), workflow_name: z.string().max(200).optional() }))
                .max(200)
                .nullish(),
            }),
          )
          .default({}),
      }),
    output: () => z.object({ publish_record_id: z.string() }),
  }),
  record: op(`POST ${api}/publish/publish_record_detail`, {
    summary: 'Get the progress of a publication; the latest one by default',
    summaryZh: '获取发布进度，默认为最近一次',
    access: on('view'),
    input: () => z.object({ project_id: id(), publish_record_id: idOrNone() }),
    output: publishRecord,
  }),
  records: op(`POST ${api}/publish/publish_record_list`, {
    summary: 'List the publications of a project, newest first',
    summaryZh: '列出项目的发布记录，最新在前',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () => z.array(publishRecord),
  }),
  retry: op(`POST ${api}/publish/retry`, {
    summary: 'Continue a failed publication',
    summaryZh: '继续失败的发布',
    access: on('publish'),
    input: () => z.object({ project_id: id(), publish_record_id: id() }),
    output: publishRecord,
  }),
  goBack: op(`POST ${api}/publish/rollback`, {
    summary: 'Serve an earlier published version; the draft is unchanged',
    summaryZh: '恢复之前发布的版本，草稿不变',
    access: on('rollback'),
    input: () => z.object({ project_id: id(), publish_record_id: id() }),
    output: () => z.object({ version_number: z.string(), connector_ids: z.array(z.string()) }),
  }),
  summary: op(`POST ${api}/search/get_project_publish_summary`, {
    summary: 'Get the version each channel serves',
    summaryZh: '获取各渠道的线上版本',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () =>
      z.object({
        connector_ids: z.array(z.string()),
        version_map: z.record(z.string(), z.string()),
        template_project_id: z.string(),
        template_project_version: z.string(),
      }),
  }),
}

const oceanInfo = basicInfo.omit({ publish_time: true })
/** Projects that contain an application which is developed elsewhere. */
export const oceanProject = {
  create: op(`POST ${api}/ocean_project/create`, {
    summary: 'Create a project for an app that is built elsewhere',
    summaryZh: '为在别处开发的应用创建项目',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () => z.object({ space_id: id(), name: title, description: description.default(''), icon_uri: iconUri }),
    output: () => z.object({ project_id: z.string() }),
  }),
  update: op(`POST ${api}/ocean_project/update`, {
    summary: 'Update such a project',
    summaryZh: '更新此类项目',
    access: on('editInfo'),
    input: () =>
      z.object({
        project_id: id(),
        name: title.optional(),
        description: description.optional(),
        icon_uri: iconUri,
      }),
  }),
  info: op(`POST ${api}/search/get_ocean_project_info`, {
    summary: 'Get such a project',
    summaryZh: '获取此类项目',
    access: on('view'),
    input: () => z.object({ project_id: id() }),
    output: () => z.object({ project_id: z.string(), basic_info: oceanInfo }),
  }),
  list: op(`POST ${api}/search/get_ocean_project_list`, {
    summary: 'List such projects of a space',
    summaryZh: '列出空间的此类项目',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        status: z.array(z.int()).max(10).nullish(),
        search_scope: z.int().default(0),
        order_by: z.int().default(0),
        page_index: pageNumber(),
        page_size: pageSize(20),
      }),
    output: () =>
      z.object({
        ocean_projects: z.array(
          z.object({
            basic_info: oceanInfo,
            owner_info: userInfo,
            permission_info: z.object({
              in_collaboration: z.boolean(),
              can_delete: z.boolean(),
              can_view: z.boolean(),
            }),
            publish_info: z.object({ publish_time: z.string(), has_published: z.boolean() }),
          }),
        ),
        total: z.int(),
      }),
  }),
}
