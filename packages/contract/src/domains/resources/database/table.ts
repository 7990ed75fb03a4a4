import { z } from 'zod'
import { op } from '#kit.ts'
import { id, int, pageSize, text } from '#shared/fields.ts'
import * as shape from './shapes.ts'

const flat = 'flat' as const
const onBot = (can: 'view' | 'editInfo') => ({ on: 'bot', id: 'bot_id', can }) as const
const onTable = (can: 'view' | 'editInfo') => ({ on: 'database', id: 'table_id', can }) as const
const tableId = z.object({ table_id: z.string() })
const rows = z.array(shape.row).min(1).max(shape.DATABASE_LIMITS.recordBatch)

/** The older calls for the tables of one bot. They use its test data. */
export const table = {
  add: op('POST /api/table/add', {
    summary: 'Create a database and add it to a bot (legacy)',
    summaryZh: '创建数据库并添加到智能体（旧版）',
    access: onBot('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id(), name: shape.tableName(), desc: text(2000), field_list: shape.fieldList() }),
    output: tableId,
  }),
  alter: op('POST /api/table/alter', {
    summary: 'Change a database of a bot (legacy)',
    summaryZh: '修改智能体的数据库（旧版）',
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
    summary: 'Get databases of a bot (legacy)',
    summaryZh: '获取智能体的数据库（旧版）',
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
    summary: 'Remove a database from a bot and delete it (legacy)',
    summaryZh: '从智能体移除并删除数据库（旧版）',
    access: { on: 'database', id: 'table_id', can: 'delete' },
    reply: flat,
    input: () => z.object({ bot_id: id(), table_id: id() }),
    output: tableId,
  }),
  addRows: op('POST /api/table/info/add', {
    summary: 'Add rows to the test data (legacy)',
    summaryZh: '新增测试数据（旧版）',
    access: onTable('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id().optional(), table_id: id(), data_list: rows }),
    output: tableId,
  }),
  queryRows: op('POST /api/table/info/query', {
    summary: 'List or search rows of the test data (legacy)',
    summaryZh: '列出或搜索测试数据（旧版）',
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
    summary: 'Change rows of the test data by id (legacy)',
    summaryZh: '按 ID 修改测试数据（旧版）',
    access: onTable('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id().optional(), table_id: id(), data_list: rows }),
    output: tableId,
  }),
  removeRows: op('POST /api/table/info/delete', {
    summary: 'Delete rows of the test data by id (legacy)',
    summaryZh: '按 ID 删除测试数据（旧版）',
    access: onTable('editInfo'),
    reply: flat,
    input: () => z.object({ bot_id: id().optional(), table_id: id(), data_ids: z.array(id()).min(1).max(1000) }),
    output: () => z.object({ table_id: z.string(), data_ids: z.array(z.string()) }),
  }),
}
