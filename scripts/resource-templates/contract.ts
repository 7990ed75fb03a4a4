import type { ResourceNames } from './resource-names.ts'

/** The calls of one kind only. Calls for every kind (copies, export, search, folders) already exist. */
export const contractText = ({ name, camel }: ResourceNames) => `import { z } from 'zod'
import { op } from '#kit.ts'
import { id, name, pageNumber, pageSize, text } from '#shared/fields.ts'

const ${camel}Schema = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  description: z.string(),
  text: z.string(),
  /** Sent back with a change, so that concurrent edits are not lost. */
  version: z.int(),
  edit_time: z.int(),
})
const content = { name: name(50), description: text(600).default(''), text: text(100_000).default('') }

export const ${camel} = {
  list: op('POST /api/${name}/list', {
    summary: 'List all in a space, last edited first',
    summaryZh: '列出空间中的全部内容，最近编辑在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), page: pageNumber(), size: pageSize(50, 100) }),
    output: () => z.object({ items: z.array(${camel}Schema), total: z.int() }),
  }),
  create: op('POST /api/${name}/create', {
    summary: 'Create one in a space',
    summaryZh: '在空间中创建',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () => z.object({ space_id: id(), ...content }),
    output: ${camel}Schema,
  }),
  get: op('POST /api/${name}/get', {
    summary: 'Get one',
    summaryZh: '获取一项',
    access: { on: '${name}', id: 'id', can: 'view' },
    input: () => z.object({ id: id() }),
    output: ${camel}Schema,
  }),
  update: op('POST /api/${name}/update', {
    summary: 'Update one; a stale version is refused with both versions',
    summaryZh: '更新；版本过期时拒绝并返回两个版本',
    access: { on: '${name}', id: 'id', can: 'editInfo' },
    input: () => z.object({ id: id(), version: z.int(), ...content }),
    output: ${camel}Schema,
  }),
  remove: op('POST /api/${name}/delete', {
    summary: 'Delete one',
    summaryZh: '删除',
    access: { on: '${name}', id: 'id', can: 'delete' },
    input: () => z.object({ id: id() }),
  }),
}
`
