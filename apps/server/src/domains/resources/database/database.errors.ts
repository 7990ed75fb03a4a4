import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const databaseErrors = defineErrors(ErrorCode.database, {
  nameTaken: {
    status: 400,
    en: 'table_name: the bot already uses a database named {name}. Choose another name',
    zh: 'table_name：该智能体已使用名为 {name} 的数据库，请换一个名称',
  },
  fieldTwice: {
    status: 400,
    en: 'field_list: the name {name} is used twice',
    zh: 'field_list：字段名 {name} 重复',
  },
  unknownFieldId: {
    status: 400,
    en: 'field_list: the database has no field with the ID {id}. Omit the ID for a new field',
    zh: 'field_list：数据库没有 ID 为 {id} 的字段，新增字段请不要填写 ID',
  },
  wouldLose: {
    status: 400,
    en: 'field_list: the field {name} still holds values in {rows} rows. Empty it first, or confirm that they may be lost',
    zh: 'field_list：字段 {name} 仍有 {rows} 行数据，请先清空，或确认可以丢弃',
  },
  cannotConvert: {
    status: 400,
    en: 'field_list: the field {name} has values that do not fit its new type ({example}). Change them first',
    zh: 'field_list：字段 {name} 中有无法转换为新类型的值（{example}），请先修改',
  },
  emptyValues: {
    status: 400,
    en: 'field_list: {rows} rows have no value for {name}. Fill them first, or leave the field optional',
    zh: 'field_list：{rows} 行没有 {name} 的值，请先补全，或将字段设为非必填',
  },
  tooMany: {
    status: 400,
    en: 'The space has reached the limit of {max} databases. Delete one first',
    zh: '空间内的数据库已达上限 {max} 个，请先删除一个',
  },
  noRoomToRestore: {
    status: 409,
    en: 'res_id: the space has reached the limit of {max} databases. Delete one, then restore this one',
    zh: 'res_id：空间内的数据库已达上限 {max} 个，请先删除一个再恢复',
  },
  badValue: {
    status: 400,
    en: '{field}: {reason}',
    zh: '{field}：{reasonZh}',
  },
  unknownField: {
    status: 400,
    en: '{field}: the database has no such field',
    zh: '{field}：数据库没有此字段',
  },
  rowNotYours: {
    status: 400,
    en: "Row {id} doesn't exist, or you may not change it",
    zh: '第 {id} 行不存在，或你无权修改',
  },
  notOneStatement: {
    status: 400,
    en: 'sql: must be one SELECT, INSERT, UPDATE or DELETE statement ({reason})',
    zh: 'sql：只能写一条 SELECT、INSERT、UPDATE 或 DELETE 语句（{reason}）',
  },
  refused: {
    status: 403,
    en: 'The database refused this: {reason}',
    zh: '数据库拒绝了此操作：{reason}',
  },
  tooSlow: {
    status: 400,
    en: 'sql: stopped after {seconds} s. Query less data at a time',
    zh: 'sql：执行超过 {seconds} 秒已停止，请缩小查询范围',
  },
  sqlFailed: { status: 400, en: 'sql: {reason}', zh: 'sql：{reason}' },
  readOnly: {
    status: 403,
    en: 'This database is read-only here',
    zh: '此数据库在这里只读',
  },
  badFile: {
    status: 400,
    en: 'The file cannot be read as a table: {reason}',
    zh: '无法将文件读取为表格：{reason}',
  },
  importRuns: {
    status: 409,
    en: 'An import into this database is still running. Wait for it to finish',
    zh: '此数据库正在导入，请等待完成',
  },
  filterNeeded: {
    status: 400,
    en: 'Add a condition: without one, all rows would be changed or deleted',
    zh: '请设置条件：没有条件会修改或删除所有行',
  },
  spaceNeeded: {
    status: 400,
    en: 'space_id: give the space, project or bot of the databases',
    zh: 'space_id：请指定空间、项目或智能体',
  },
  full: {
    status: 400,
    en: 'The database has reached the limit of {max} rows',
    zh: '数据库行数已达上限 {max}',
  },
  needsModel: {
    status: 400,
    en: 'The built-in model understands only plain questions, such as "how many" or "show rows where city is Porto". Add a model in the settings of the space for others',
    zh: '内置模型只能理解简单的问题，例如“有多少行”或“city 为 Porto 的行”。其他问题请先在空间设置中添加模型',
  },
  modelFailed: {
    status: 502,
    en: 'The model did not respond: {why}',
    zh: '模型未能回答：{why}',
  },
  onlyReads: {
    status: 400,
    en: 'sql: questions are read-only. Start with SELECT, and change rows in the grid',
    zh: 'sql：提问仅支持查询，请以 SELECT 开头，修改数据请使用表格',
  },
  noTable: {
    status: 400,
    en: 'database_id: give a database, or a bot that has one',
    zh: 'database_id：请指定数据库，或已添加数据库的智能体',
  },
  mayNotMakeRoles: {
    status: 503,
    en: 'Databases need a PostgreSQL role for each space, which the account of this server may not create. The database administrator has to run once: {fix}',
    zh: '每个空间的数据库需要独立的 PostgreSQL 角色，但本服务的账号没有创建角色的权限。请数据库管理员执行一次：{fix}',
  },
  placeNeeded: {
    status: 400,
    en: 'space_id: give the space, or one of its bots',
    zh: 'space_id：请指定空间，或其中的智能体',
  },
  purposeNeeded: {
    status: 400,
    en: 'text: describe what the database is for. If it should fit a bot, fill in its persona first',
    zh: 'text：请描述数据库的用途；若根据人设推荐，请先填写智能体的人设',
  },
  suggestionNeedsModel: {
    status: 400,
    en: 'The built-in model cannot design databases. Add a model in the settings of the space, or start from a template',
    zh: '内置模型无法设计数据库。请先在空间设置中添加模型，或从模板开始',
  },
  noSuggestion: {
    status: 502,
    en: 'The model did not propose a usable database. Describe more precisely what should be stored',
    zh: '模型没有给出可用的数据库，请更具体地描述需要保存的内容',
  },
})
