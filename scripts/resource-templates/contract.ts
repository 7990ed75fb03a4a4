import type { ResourceNames } from './resource-names.ts'

/** The calls on one kind: those that concern every kind (copies, export, search, folders) are there already. */
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
    summary: 'List all in a space, the last edited first',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), page: pageNumber(), size: pageSize(50, 100) }),
    output: () => z.object({ items: z.array(${camel}Schema), total: z.int() }),
  }),
  create: op('POST /api/${name}/create', {
    summary: 'Create one in a space',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () => z.object({ space_id: id(), ...content }),
    output: ${camel}Schema,
  }),
  get: op('POST /api/${name}/get', {
    summary: 'Read one',
    access: { on: '${name}', id: 'id', can: 'view' },
    input: () => z.object({ id: id() }),
    output: ${camel}Schema,
  }),
  update: op('POST /api/${name}/update', {
    summary: 'Change one; a change of a stale version is refused with both versions',
    access: { on: '${name}', id: 'id', can: 'editInfo' },
    input: () => z.object({ id: id(), version: z.int(), ...content }),
    output: ${camel}Schema,
  }),
  remove: op('POST /api/${name}/delete', {
    summary: 'Delete one',
    access: { on: '${name}', id: 'id', can: 'delete' },
    input: () => z.object({ id: id() }),
  }),
}
`
