import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { PACKAGE_LIMITS, packageName } from '#shared/interface-limits.ts'

const s = z.string()
const inSpace = (can: 'view' | 'createResource') =>
  ({ headers: { space_id: 'X-Space-Id' }, access: { on: 'space', id: 'space_id', can } }) as const
const spaceInput = { space_id: id(), Base: base }
const named = () => z.string().regex(packageName, 'small letters, digits and -, beginning with a letter')
const version = () => z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'write it as 1.0.0')
const packageVersion = { package_name: named(), version_name: version() }
/**
 * JSON: `{components, files}`, or `{components, source_uri}` with the key of an uploaded JSON file of sources by path.
 */
const contains = z.string().max(PACKAGE_LIMITS.bytes * 2)

const person = z.object({ user_id: s, user_type: z.int(), user_name: s, user_avatar: s })
const data = z.object({
  id: s,
  space_id: s,
  package_name: s,
  version_name: s,
  /** Increases with every upload. */
  version_code: s,
  is_latest_version: z.int(),
  meta_title: s,
  meta_desc: s,
  /** JSON: `{components}`. */
  meta_contains: s,
  creator: person,
  created_at: z.int(),
  updated_at: z.int(),
})
export type PackageVersionData = z.input<typeof data>
const list = () => z.object({ package_list: z.array(data), total: s })
const packageQuery = z.array(z.object({ package_name: named(), version_name: version().optional() })).max(100)

/** Component packages by name and version, for programs that publish them. */
export const agentAppPackage = {
  create: op('POST /api/agent_app_builder/v1/package/create', {
    summary: 'Build and add a version of a component package',
    summaryZh: '构建并新增组件包的一个版本',
    ...inSpace('createResource'),
    bodyLimit: PACKAGE_LIMITS.bytes * 3,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        ...spaceInput,
        ...packageVersion,
        bot_id: idOrNone(),
        meta_title: name(100).optional(),
        meta_desc: text(500).default(''),
        meta_contains: contains,
      }),
    output: () => z.object({ package_id: s }),
  }),
  update: op('POST /api/agent_app_builder/v1/package/update', {
    summary: 'Replace a version of a component package that nothing uses',
    summaryZh: '替换未被使用的组件包版本',
    ...inSpace('createResource'),
    bodyLimit: PACKAGE_LIMITS.bytes * 3,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        ...spaceInput,
        ...packageVersion,
        package_id: idOrNone(),
        meta_title: name(100).optional(),
        meta_desc: text(500).optional(),
        meta_contains: contains.optional(),
      }),
    output: () => z.object({ package_id: s }),
  }),
  remove: op('POST /api/agent_app_builder/v1/package/delete', {
    summary: 'Delete a version of a component package that nothing uses',
    summaryZh: '删除未被使用的组件包版本',
    ...inSpace('createResource'),
    input: () => z.object({ ...spaceInput, ...packageVersion }),
  }),
  get: op('GET /api/agent_app_builder/v1/package/get', {
    summary: 'Get a version of a component package; without a version, the latest',
    summaryZh: '获取组件包的某个版本，未指定版本时返回最新版本',
    ...inSpace('view'),
    input: () => z.object({ ...spaceInput, package_name: named(), version_name: version().optional() }),
    output: data,
  }),
  list: op('GET /api/agent_app_builder/v1/package/list', {
    summary: 'List the component packages of a space at their latest version',
    summaryZh: '列出空间内组件包的最新版本',
    ...inSpace('view'),
    input: () =>
      z.object({
        ...spaceInput,
        /** Part of the name or title. */
        package_name: z.string().max(100).default(''),
        /** Lists packages in this version, and leaves out those that do not have it. */
        version_name: version().optional(),
        page: pageNumber(),
        size: pageSize(),
      }),
    output: list,
  }),
  batchGet: op('POST /api/agent_app_builder/v1/package/batch_get', {
    summary: 'Get several component packages; those that the space does not have are left out',
    summaryZh: '批量获取组件包，空间中没有的会被忽略',
    ...inSpace('view'),
    input: () =>
      z.object({
        ...spaceInput,
        /** A list, or a list as JSON text, in the body or the query. */
        query: z.preprocess((value) => {
          const items: unknown[] = Array.isArray(value) ? value : [value]
          return items.flatMap((item) => (typeof item === 'string' ? parsed(item) : [item]))
        }, packageQuery),
      }),
    output: list,
  }),
  versions: op('GET /api/agent_app_builder/v1/package/version/list', {
    summary: 'List the versions of a component package, the newest first',
    summaryZh: '列出组件包的所有版本，最新的在前',
    ...inSpace('view'),
    input: () => z.object({ ...spaceInput, package_name: named(), page: pageNumber(), size: pageSize() }),
    output: () => z.object({ version_list: z.array(s), total: s }),
  }),
}
function parsed(item: string): unknown[] {
  try {
    const value: unknown = JSON.parse(item)
    return Array.isArray(value) ? value : [value]
  } catch {
    return [item]
  }
}
