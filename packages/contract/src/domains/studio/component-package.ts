import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name, pageNumber, pageSize } from '#shared/fields.ts'
import { InterfaceChannel, PACKAGE_LIMITS, packageName } from '#shared/interface-limits.ts'
import { ownComponent } from '#shared/interface-document.ts'

const s = z.string()
const channel = z.enum(InterfaceChannel)
const inHeaders = { headers: { space_id: 'X-Space-Id' } } as const
const onProject = (can: 'view' | 'editInfo') => ({ access: { on: 'project', id: 'project_id', can } }) as const
const named = () => z.string().regex(packageName, 'small letters, digits and -, beginning with a letter')
const version = () => z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'write it as 1.0.0')

const meta = z.object({ id: s, name: s, title: s, description: s, iconUri: s, iconUrl: s })
const info = z.object({
  id: s,
  metaInfo: z.object({
    name: s,
    title: s,
    description: s,
    contains: z.array(meta),
    iconUri: s,
    iconUrl: s,
  }),
  pkgName: s,
  version: s,
  /** The id of the person who uploaded it. */
  uid: s,
  spaceIds: z.array(s),
  updateTime: s,
  isLatest: z.boolean(),
  channel: z.int(),
  registryComponentId: s,
  /** The URL that serves its components, valid for some days. */
  cdnHost: s,
})
export type PackageInfo = z.input<typeof info>
const person = z.object({ user_id: s, user_name: s, user_avatar: s, user_unique_name: s, create_time: z.int() })
const list = z.object({
  list: z.array(z.object({ component_info: info, user_info: person, is_import: z.boolean() })),
  total: s,
})
const broken = z.object({
  page_id: s,
  page: s,
  node_id: s,
  node: s,
  component: s,
  /** The part that no longer exists although the page uses it: the component, a setting or an event. */
  reason: z.enum(['component', 'prop', 'event']),
  name: s,
})
export type BrokenUse = z.input<typeof broken>

/** Packages of custom components: they belong to a space and are imported into the interfaces of its projects. */
export const componentPackage = {
  list: op('POST /api/ui_builder/v1/component/list', {
    summary: 'List the component packages that a project can import',
    summaryZh: '列出项目可导入的组件包',
    ...inHeaders,
    ...onProject('view'),
    input: () =>
      z.object({
        project_id: id(),
        space_id: idOrNone(),
        channel_id: channel,
        /** 1 by everyone, 2 by the caller. */
        created_by: z.literal([1, 2]).default(1),
        search: z.string().max(100).default(''),
        page: pageNumber(),
        size: pageSize(),
      }),
    output: list,
  }),
  imported: op('POST /api/ui_builder/v1/component/imported/list', {
    summary: 'List the component packages that a project has imported',
    summaryZh: '列出项目已导入的组件包',
    ...inHeaders,
    ...onProject('view'),
    input: () =>
      z.object({
        project_id: id(),
        space_id: idOrNone(),
        channel_id: channel,
        page: pageNumber(),
        size: pageSize(100),
      }),
    output: list,
  }),
  import: op('POST /api/ui_builder/v1/component/import', {
    summary: 'Import a version of a component package; another version of it is replaced',
    summaryZh: '导入组件包的某个版本，已导入的其他版本会被替换',
    ...onProject('editInfo'),
    input: () =>
      z.object({
        project_id: id(),
        space_id: idOrNone(),
        component_name: named(),
        version_name: version(),
        channel_id: channel,
        component_id: idOrNone(),
      }),
  }),
  remove: op('POST /api/ui_builder/v1/component/delete', {
    summary: 'Remove a component package from a project that no longer uses it',
    summaryZh: '从项目中移除不再使用的组件包',
    ...onProject('editInfo'),
    input: () => z.object({ project_id: id(), component_name: named() }),
  }),
  compare: op('POST /api/ui_builder/v1/component/compare', {
    summary: 'Compare two versions of a component package, and what would break on which page',
    summaryZh: '比较组件包的两个版本，并列出受影响的页面',
    ...onProject('view'),
    input: () =>
      z.object({
        project_id: id(),
        space_id: idOrNone(),
        component_name: named(),
        old_version_name: version(),
        /** Defaults to the latest version. */
        new_version_name: z.union([version(), z.literal('')]).default(''),
      }),
    output: () =>
      z.object({
        added: z.array(meta),
        deleted: z.array(meta),
        modified: z.array(meta),
        latest_package: info,
        old_package: info,
        breaks: z.array(broken),
      }),
  }),
  upload: op('POST /api/ui_builder/v1/component/package/upload', {
    summary: 'Upload and build a version of a component package',
    summaryZh: '上传并构建组件包的一个版本',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    bodyLimit: PACKAGE_LIMITS.bytes * 2,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        name: named(),
        version_name: version(),
        channel_id: channel.default(1),
        title: name(100),
        description: z.string().max(500).default(''),
        components: z.array(ownComponent).min(1).max(30),
        /** Source files by path; `index.ts` or `index.js` exports one function for each component. */
        files: z.record(z.string().max(200), z.string().max(PACKAGE_LIMITS.bytes)),
      }),
    output: () => z.object({ component_info: info }),
  }),
  ofSpace: op('POST /api/ui_builder/v1/component/package/list', {
    summary: 'List all versions of the component packages of a space',
    summaryZh: '列出空间内组件包的所有版本',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () =>
      z.object({ space_id: id(), search: z.string().max(100).default(''), page: pageNumber(), size: pageSize() }),
    output: list,
  }),
  drop: op('POST /api/ui_builder/v1/component/package/delete', {
    summary: 'Delete a version of a component package that nothing uses',
    summaryZh: '删除未被使用的组件包版本',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () => z.object({ space_id: id(), name: named(), version_name: version() }),
  }),
}
