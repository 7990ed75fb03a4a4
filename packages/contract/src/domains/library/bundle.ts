import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'

const MB = 1024 * 1024
const named = z.object({ kind: z.string(), id: z.string(), name: z.string() })
const importReport = z.object({
  dry_run: z.boolean(),
  format: z.enum(['bundle', 'canvas', 'dify']),
  hash: z.string(),
  /** Created items, or those that a dry run would create. `id` is empty in a dry run. */
  items: z.array(
    z.object({
      kind: z.string(),
      source_id: z.string(),
      id: z.string(),
      /** The new name; shortened if the name in the file is too long for the kind. */
      name: z.string(),
      source_name: z.string(),
      /** The space already has a resource of this kind and name; the import adds another one. */
      exists: z.boolean(),
      /** It signs in to another service with a key. Files never contain keys, so the key has to be entered again. */
      needs_key: z.boolean(),
      in_project: z.string(),
      published: z.boolean(),
      unknown_node_types: z.array(z.string()),
    }),
  ),
  /** References to resources that are neither in the file nor in the space. */
  missing: z.array(z.object({ kind: z.string(), id: z.string(), used_by: z.string() })),
  /** Parts of the file that are not supported here. */
  left_out: z.array(z.object({ what: z.string(), where: z.string() })),
  models: z.array(z.object({ from: z.string(), to: z.string() })),
  unpublished: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
})
export type ImportReport = z.input<typeof importReport>

/** Export and import of resources as files, and what is copied along with a resource. */
export const bundle = {
  export: op('POST /api/library/export', {
    summary: 'Export resources with everything they need as one file; without ids, the whole space',
    summaryZh: '将资源及其依赖导出为一个文件；不指定 ID 时导出整个空间',
    access: { on: 'space', id: 'space_id', can: 'view' },
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        ids: z.array(id()).max(500).default([]),
        with_dependencies: z.boolean().default(true),
        /** Includes the rows of tables that the caller can see. */
        with_rows: z.boolean().default(false),
      }),
    output: () =>
      z.object({
        file_name: z.string(),
        content: z.string(),
        hash: z.string(),
        items: z.array(named),
        failed: z.array(z.string()),
      }),
  }),
  import: op('POST /api/library/import', {
    summary: 'Import a bundle, a canvas or a Dify app. Nothing in it is executed',
    summaryZh: '导入资源包、画布或 Dify 应用，不会执行其中的内容',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    bodyLimit: 64 * MB,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        project_id: idOrNone(),
        content: z.string().min(1),
        /** Used to name items without a name. */
        file_name: z.string().trim().max(300).default(''),
        dry_run: z.boolean().default(false),
        /** Publishes resources that were published at the source; by default all are imported as drafts. */
        publish: z.boolean().default(false),
        /** Ids in the file, mapped to existing resources to use instead. */
        id_map: z.record(z.string().max(40), id()).default({}),
      }),
    output: importReport,
  }),
  preview: op('POST /api/library/copy_preview', {
    summary: 'Preview what comes along when a resource is copied to another space',
    summaryZh: '预览复制到其他空间时会一并带上的内容',
    access: { on: 'resource', id: 'res_id', can: 'copy' },
    input: () => z.object({ res_id: id(), target_space_id: id() }),
    output: () =>
      z.object({
        items: z.array(named),
        /** Dependencies that stay where they are and are used from there. */
        stays: z.array(named),
        missing: z.array(z.object({ kind: z.string(), id: z.string() })),
      }),
  }),
  removeMany: op('POST /api/library/remove_many', {
    summary: 'Delete several resources; reports which could not be deleted and why',
    summaryZh: '批量删除资源，返回未能删除的资源及原因',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), ids: z.array(id()).min(1).max(200) }),
    output: () =>
      z.object({
        removed: z.array(z.string()),
        failed: z.array(z.object({ id: z.string(), reason: z.string() })),
      }),
  }),
}
