import { defineErrors } from '../../kit/errors.ts'

export const databaseErrors = defineErrors({
  nameTaken: {
    code: 702300001,
    status: 400,
    en: 'table_name: the bot already uses a table called {name}. Choose another name',
    zh: 'table_name：该智能体已使用名为 {name} 的数据表，请换一个名称',
  },
  fieldTwice: {
    code: 702300002,
    status: 400,
    en: 'field_list: the name {name} stands there twice',
    zh: 'field_list：字段名 {name} 重复',
  },
  unknownFieldId: {
    code: 702300003,
    status: 400,
    en: 'field_list: the table has no field with the id {id}. Leave the id out for a new field',
    zh: 'field_list：数据表没有 ID 为 {id} 的字段，新增字段请不要填写 ID',
  },
  wouldLose: {
    code: 702300004,
    status: 400,
    en: 'field_list: the field {name} still holds values in {rows} rows. Empty it first, or confirm that they may be lost',
    zh: 'field_list：字段 {name} 仍有 {rows} 行数据，请先清空，或确认可以丢弃',
  },
  cannotConvert: {
    code: 702300005,
    status: 400,
    en: 'field_list: the field {name} has values that do not fit its new type ({example}). Change them first',
    zh: 'field_list：字段 {name} 中有无法转换为新类型的值（{example}），请先修改',
  },
  emptyValues: {
    code: 702300006,
    status: 400,
    en: 'field_list: {rows} rows have no value for {name}. Fill them first, or leave the field optional',
    zh: 'field_list：{rows} 行没有 {name} 的值，请先补全，或将字段设为非必填',
  },
  tooMany: {
    code: 702300007,
    status: 400,
    en: 'The space has {max} tables, which is the most. Delete one first',
    zh: '空间内的数据表已达上限 {max} 个，请先删除一个',
  },
  badValue: {
    code: 702300008,
    status: 400,
    en: '{field}: {reason}',
    zh: '{field}：{reasonZh}',
  },
  unknownField: {
    code: 702300009,
    status: 400,
    en: '{field}: the table has no such field',
    zh: '{field}：数据表没有此字段',
  },
  rowNotYours: {
    code: 702300010,
    status: 400,
    en: 'Row {id} is gone, or is not yours to change',
    zh: '第 {id} 行不存在，或你无权修改',
  },
  notOneStatement: {
    code: 702300011,
    status: 400,
    en: 'sql: write one SELECT, INSERT, UPDATE or DELETE statement ({reason})',
    zh: 'sql：只能写一条 SELECT、INSERT、UPDATE 或 DELETE 语句（{reason}）',
  },
  refused: {
    code: 702300012,
    status: 403,
    en: 'The database refused this: {reason}',
    zh: '数据库拒绝了此操作：{reason}',
  },
  tooSlow: {
    code: 702300013,
    status: 400,
    en: 'sql: stopped after {seconds} s. Ask for less at a time',
    zh: 'sql：执行超过 {seconds} 秒已停止，请缩小查询范围',
  },
  sqlFailed: { code: 702300014, status: 400, en: 'sql: {reason}', zh: 'sql：{reason}' },
  readOnly: {
    code: 702300015,
    status: 403,
    en: 'This table can only be read here',
    zh: '此数据表在这里只读',
  },
  badFile: {
    code: 702300016,
    status: 400,
    en: 'The file cannot be read as a table: {reason}',
    zh: '无法将文件读取为表格：{reason}',
  },
  importRuns: {
    code: 702300017,
    status: 409,
    en: 'An import into this table is still at work. Wait for it to finish',
    zh: '此数据表正在导入，请等待完成',
  },
  filterNeeded: {
    code: 702300018,
    status: 400,
    en: 'Give a condition: without one every row would be changed or deleted',
    zh: '请设置条件：没有条件会修改或删除所有行',
  },
  spaceNeeded: {
    code: 702300019,
    status: 400,
    en: 'space_id: say which space, project or bot the tables are of',
    zh: 'space_id：请指定空间、项目或智能体',
  },
  full: {
    code: 702300020,
    status: 400,
    en: 'The table has {max} rows, which is the most',
    zh: '数据表行数已达上限 {max}',
  },
})
