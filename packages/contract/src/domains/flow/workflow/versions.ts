import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'
import { schemaText } from './life.ts'
import { diffSchema, onWorkflow, spaceIdHint, validateErrorSchema, versionSchema, workflowSchema } from './shapes.ts'
import { WORKFLOW_LIMITS } from '#shared/limits.ts'

const target = { workflow_id: id(), space_id: spaceIdHint }
/** 0 drafts, 1 submissions, 2 publications; 3, publications of a draft that others still test, counts as 2. */
const operateType = int()
  .pipe(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]))
  .default(0)
export const nodeChange = z.object({
  node_id: z.string(),
  title: z.string(),
  type: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'moved']),
  paths: z.array(z.string()),
})
export const edgeChange = z.object({
  change: z.enum(['added', 'removed']),
  from: z.string(),
  to: z.string(),
  port: z.string(),
})

/** Versions of a workflow: submitting, publishing, comparing, reverting. */
export const workflowVersion = {
  submit: op('POST /api/workflow_api/submit', {
    summary: 'Save the draft as a submitted version',
    summaryZh: '将草稿提交为版本',
    access: onWorkflow('editInfo'),
    input: () => z.object({ ...target, desc: text(2000).default(''), force: bool().default(false) }),
    output: () => z.object({ need_merge: z.boolean(), submit_commit_id: z.string() }),
  }),
  latest: op('POST /api/workflow_api/latest', {
    summary: 'Check whether someone submitted after the draft was started',
    summaryZh: '检查草稿开始后是否有人提交',
    access: onWorkflow('view'),
    input: () => z.object(target),
    output: () =>
      z.object({
        need_merge: z.boolean(),
        latest_submit_version: z.string(),
        latest_submit_author: z.string(),
      }),
  }),
  publish: op(
    [
      'POST /api/workflow_api/publish',
      'POST /api/workflow_api/old_publish',
      'POST /api/workflowV2/publish',
      'POST /api/workflow/publish',
    ],
    {
      summary: 'Publish a workflow as a new version',
      summaryZh: '将工作流发布为新版本',
      access: onWorkflow('publish'),
      input: () =>
        z.object({
          ...target,
          /** Several people work on the workflow: publishes the last submission, not an unfinished draft. */
          has_collaborator: bool().default(false),
          env: z.string().max(50).optional(),
          commit_id: idOrNone(),
          force: bool().default(false),
          workflow_version: z.string().max(50).optional(),
          version_description: text(WORKFLOW_LIMITS.versionNote).default(''),
        }),
      output: () =>
        z.object({
          workflow_id: z.string(),
          publish_commit_id: z.string(),
          success: z.boolean(),
          vcs_submit_commit_id: z.string(),
          vcs_publish_commit_id: z.string(),
          version: z.string(),
        }),
    },
  ),
  list: op('POST /api/workflow_api/version_list', {
    summary: 'List the versions of a workflow, newest first',
    summaryZh: '列出工作流的版本，最新在前',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...target,
        type: operateType,
        limit: pageSize(10, 100),
        commit_ids: z.array(id()).max(100).optional(),
        cursor: idOrNone(),
        order_by: int().optional(),
      }),
    output: () => z.object({ version_list: z.array(versionSchema), cursor: z.string(), has_more: z.boolean() }),
  }),
  listMany: op('POST /api/workflow_api/mget_version_history', {
    summary: 'Get versions of several workflows',
    summaryZh: '获取多个工作流的版本',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({
        space_id: id(),
        workflow_id_version_map: z.record(z.string(), z.array(z.string().max(50)).max(100)),
      }),
    output: () => z.object({ version_list: z.array(versionSchema) }),
  }),
  operations: op('POST /api/workflow_api/operate_list', {
    summary: 'List who changed a workflow and when',
    summaryZh: '列出工作流的修改记录',
    access: onWorkflow('view'),
    input: () => z.object({ ...target, limit: pageSize(), last_commit_id: idOrNone(), type: operateType }),
    output: () =>
      z.object({
        operate_list: z.array(z.object({ commit_id: z.string(), time: z.number(), user: versionSchema.shape.user })),
        start_id: z.string(),
        end_id: z.string(),
        has_more: z.boolean(),
      }),
  }),
  history: op('POST /api/workflow_api/history_schema', {
    summary: 'Get the canvas of an earlier version or run',
    summaryZh: '获取历史版本或某次运行的画布',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...target,
        commit_id: idOrNone(),
        type: operateType,
        workflow_version: z.string().max(50).optional(),
        execute_id: idOrNone(),
        sub_execute_id: z.string().max(500).optional(),
        log_id: z.string().max(100).optional(),
      }),
    output: () =>
      z.object({
        name: z.string(),
        describe: z.string(),
        url: z.string(),
        schema: z.string(),
        flow_mode: z.number(),
        workflow_id: z.string(),
        commit_id: z.string(),
        workflow_version: z.string(),
        execute_id: z.string(),
        sub_execute_id: z.string(),
        log_id: z.string(),
      }),
  }),
  revert: op('POST /api/workflow_api/revert', {
    summary: 'Restore an earlier version as the draft',
    summaryZh: '将历史版本恢复为草稿',
    access: onWorkflow('rollback'),
    input: () => z.object({ ...target, commit_id: id(), type: operateType, env: z.string().max(50).optional() }),
    output: () => z.object({ submit_commit_id: z.string(), save_version: z.string() }),
  }),
  merge: op('POST /api/workflow_api/merge', {
    summary: 'Save a draft that was merged with submissions of others',
    summaryZh: '保存与他人提交合并后的草稿',
    access: onWorkflow('editInfo'),
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        ...target,
        schema: schemaText().optional(),
        name: name(100).optional(),
        desc: text(2000).optional(),
        icon_uri: z.string().max(500).optional(),
        submit_commit_id: id(),
      }),
    output: () => z.object({ name: z.string(), url: z.string(), status: z.number(), save_version: z.string() }),
  }),
  differences: op('POST /api/workflow_api/differences', {
    summary: 'List what the draft changed since it was submitted or published',
    summaryZh: '列出草稿自提交或发布以来的改动',
    access: onWorkflow('view'),
    input: () => z.object({ ...target, type: operateType }),
    output: diffSchema,
  }),
  conflict: op('POST /api/workflow_api/conflict_from', {
    summary: 'List what the draft and the last submission each changed',
    summaryZh: '列出草稿与最近提交各自的改动',
    access: onWorkflow('view'),
    input: () => z.object(target),
    output: () =>
      z.object({
        submit_diff: diffSchema,
        draft_diff: diffSchema,
        diff_type: z.object({
          name_type: z.number(),
          describe_type: z.number(),
          icon_url_type: z.number(),
          schema_type: z.number(),
        }),
      }),
  }),
  compare: op('POST /api/workflow_api/compare_versions', {
    summary: 'Compare two versions node by node',
    summaryZh: '逐节点对比两个版本',
    access: onWorkflow('view'),
    input: () =>
      z.object({
        ...target,
        before: z.string().max(50).describe('a version, a commit id, or "" for the draft'),
        after: z.string().max(50).default(''),
      }),
    output: () =>
      z.object({
        nodes: z.array(nodeChange),
        edges: z.array(edgeChange),
      }),
  }),
  references: op(['POST /api/workflow_api/workflow_references', 'POST /api/workflowV2/workflow_references'], {
    summary: 'List the workflows that call this one',
    summaryZh: '列出调用此工作流的工作流',
    access: onWorkflow('view'),
    input: () => z.object(target),
    output: () => z.object({ workflow_list: z.array(workflowSchema) }),
  }),
  dependencies: op('POST /api/workflow_api/dependency_tree', {
    summary: 'List everything a workflow needs to run',
    summaryZh: '列出工作流运行所需的全部内容',
    input: () =>
      z.object({
        type: int().default(1),
        library_info: z
          .object({
            workflow_id: id(),
            space_id: spaceIdHint,
            draft: bool().optional(),
            workflow_version: z.string().max(50).optional(),
          })
          .optional(),
        project_info: z
          .object({
            workflow_id: id(),
            space_id: spaceIdHint,
            project_id: idOrNone(),
            draft: bool().optional(),
            project_version: z.string().max(50).optional(),
          })
          .optional(),
      }),
    output: () =>
      z.object({
        root_id: z.string(),
        version: z.string(),
        node_list: z.array(
          z.object({
            name: z.string(),
            id: z.string(),
            icon: z.string(),
            is_product: z.boolean(),
            is_root: z.boolean(),
            is_library: z.boolean(),
            with_version: z.boolean(),
            workflow_version: z.string(),
            dependency: z.object({
              start_id: z.string(),
              sub_workflow_ids: z.array(z.string()),
              plugin_ids: z.array(z.string()),
              knowledge_list: z.array(z.object({ id: z.string() })),
              table_list: z.array(z.object({ id: z.string() })),
              model_ids: z.array(z.string()),
            }),
            commit_id: z.string(),
            is_chatflow: z.boolean(),
          }),
        ),
        edge_list: z.array(
          z.object({ from: z.string(), from_version: z.string(), to: z.string(), to_version: z.string() }),
        ),
      }),
  }),
  validate: op('POST /api/workflow_api/validate_tree', {
    summary: 'List the problems of a canvas',
    summaryZh: '列出画布的问题',
    access: onWorkflow('view'),
    reply: 'flat',
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        workflow_id: id(),
        bind_project_id: idOrNone(),
        bind_bot_id: idOrNone(),
        schema: schemaText().optional(),
      }),
    output: () =>
      z.object({
        data: z.array(z.object({ workflow_id: z.string(), name: z.string(), errors: z.array(validateErrorSchema) })),
      }),
  }),
  export: op('POST /api/workflow_api/export', {
    summary: 'Export a workflow with the workflows it calls',
    summaryZh: '导出工作流及其调用的工作流',
    access: onWorkflow('copy'),
    input: () => z.object({ workflow_id: id(), with_dependencies: bool().default(true) }),
    output: () => z.object({ file_name: z.string(), bundle: z.string() }),
  }),
  import: op('POST /api/workflow_api/import', {
    summary: 'Import workflows from a file; a dry run changes nothing',
    summaryZh: '从文件导入工作流；试运行不会产生改动',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    bodyLimit: 24_000_000,
    input: () =>
      z.object({
        space_id: id(),
        project_id: idOrNone(),
        bundle: schemaText(),
        dry_run: bool().default(false),
        /** Ids in the file, mapped to existing resources to use instead. */
        id_map: z.record(z.string().max(30), id()).default({}),
      }),
    output: () =>
      z.object({
        dry_run: z.boolean(),
        workflows: z.array(
          z.object({
            source_id: z.string(),
            workflow_id: z.string(),
            name: z.string(),
            node_count: z.number(),
            unknown_node_types: z.array(z.string()),
          }),
        ),
        missing: z.array(z.object({ kind: z.string(), id: z.string(), used_by: z.string() })),
        id_map: z.record(z.string(), z.string()),
      }),
  }),
}
