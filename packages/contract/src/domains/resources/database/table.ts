import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int, pageSize, text } from '#shared/fields.ts'
import * as shape from './shapes.ts'

const flat = 'flat' as const
const onBot = (can: 'view' | 'editInfo') => ({ on: 'bot', id: 'bot_id', can }) as const
const onTable = (can: 'view' | 'editInfo') => ({ on: 'database', id: 'table_id', can }) as const
const tableId = z.object({ table_id: z.string() })
const rows = z.array(shape.row).min(1).max(shape.DATABASE_LIMITS.recordBatch)

/** The older calls about the tables of one bot. They work on its test data. */
export const table = {
  add: op('POST /api/table/add', {
    summary: 'Create a table and give it to a bot',
    access: onBot('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id(), name: shape.tableName(), desc: text(2000), field_list: shape.fieldList() }),
    output: tableId,
  }),
  alter: op('POST /api/table/alter', {
    summary: 'Change a table of a bot',
    access: onTable('editInfo'),
    reply: flat,
    input: () =>
      z.object({
        bot_id: id(),
        table_id: id(),
        name: shape.tableName(),
        desc: text(2000),
        field_list: shape.fieldList().optional(),
      }),
    output: tableId,
  }),
  list: op('POST /api/table/list', {
    summary: 'Some tables of a bot',
    access: onBot('view'),
    reply: flat,
    input: () => z.object({ bot_id: id(), table_id: z.array(id()).max(200).default([]) }),
    output: () =>
      z.object({
        table_infos: z.array(
          z.object({
            table_id: z.string(),
            name: z.string(),
            desc: z.string(),
            field_list: z.array(shape.fieldSchema),
          }),
        ),
      }),
  }),
  remove: op('POST /api/table/delete', {
    summary: 'Take a table from a bot and delete it',
    access: { on: 'database', id: 'table_id', can: 'delete' },
    reply: flat,
    input: () => z.object({ bot_id: id(), table_id: id() }),
    output: tableId,
  }),
  addRows: op('POST /api/table/info/add', {
    summary: 'Add rows to the test data of a table',
    access: onTable('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id().optional(), table_id: id(), data_list: rows }),
    output: tableId,
  }),
  queryRows: op('POST /api/table/info/query', {
    summary: 'Rows of the test data of a table, or only those that contain a word',
    access: onTable('view'),
    reply: flat,
    input: () =>
      z.object({
        bot_id: id().optional(),
        table_id: id(),
        keyword: z.string().max(200).optional(),
        offset: int().min(0).default(0),
        limit: pageSize(50, 1000),
      }),
    output: () => z.object({ data_list: z.array(z.record(z.string(), z.string())) }),
  }),
  updateRows: op('POST /api/table/info/update', {
    summary: 'Change rows of the test data of a table by their id',
    access: onTable('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id().optional(), table_id: id(), data_list: rows }),
    output: tableId,
  }),
  removeRows: op('POST /api/table/info/delete', {
    summary: 'Delete rows of the test data of a table by their id',
    access: onTable('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id().optional(), table_id: id(), data_ids: z.array(id()).min(1).max(1000) }),
    output: () => z.object({ table_id: z.string(), data_ids: z.array(z.string()) }),
  }),
}
