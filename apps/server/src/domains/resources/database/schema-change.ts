import { FieldType, TableMode } from '@orrery/contract'
import type { FieldInput } from '@orrery/contract'
import { databaseErrors } from './database.errors.ts'
import type { Field } from './database.table.ts'
import { quoteName, quoteText, sqlTypes } from './field-values.ts'

/** The requested fields with their ids; existing fields keep their ids. */
export function planFields(asked: FieldInput[], before: Field[], lastId: number): { fields: Field[]; lastId: number } {
  const seen = new Set<string>()
  let last = lastId
  const fields = asked.map((item): Field => {
    if (seen.has(item.name)) throw databaseErrors.fieldTwice({ name: item.name })
    seen.add(item.name)
    const askedId = item.id || item.alterId
    if (askedId && before.length && !before.some((field) => field.id === askedId))
      throw databaseErrors.unknownFieldId({ id: askedId })
    const same = before.find((field) => (askedId ? field.id === askedId : field.name === item.name))
    const { name, desc, type, must_required: required } = item
    return { id: same?.id ?? (last += 1), name, desc, type, required }
  })
  return { fields, lastId: last }
}

const column = (field: Field) => `${quoteName(field.name)} ${sqlTypes[field.type]}${field.required ? ' NOT NULL' : ''}`

export function createStatements(schema: string, table: string, role: string, fields: Field[], mode: number): string[] {
  const target = `${schema}.${table}`
  return [
    `CREATE TABLE ${target} (
      id bigint PRIMARY KEY DEFAULT tenant.new_row_id(),
      uuid text NOT NULL DEFAULT tenant.claimed_user(),
      sys_platform text NOT NULL DEFAULT tenant.claimed_platform(),
      bstudio_create_time timestamp(3) NOT NULL DEFAULT (now() AT TIME ZONE 'UTC'),
      ${fields.map(column).join(',\n')})`,
    `CREATE INDEX ${table}_owner ON ${target} (uuid, sys_platform, id)`,
    `ALTER TABLE ${target} ENABLE ROW LEVEL SECURITY`,
    `GRANT SELECT, DELETE ON ${target} TO ${quoteName(role)}`,
    ...grantStatements(target, role, fields),
    ...policyStatements(schema, table, role, mode),
    ...(isLive(table)
      ? [
          `CREATE TRIGGER row_event AFTER INSERT OR UPDATE OR DELETE ON ${target} FOR EACH ROW EXECUTE FUNCTION tenant.note_row()`,
        ]
      : []),
  ]
}
/** Only live data starts workflows. */
const isLive = (table: string) => table.startsWith('t')

/** Users may write all fields but not the system columns, which are set by their defaults. */
function grantStatements(target: string, role: string, fields: Field[]): string[] {
  const names = fields.map((field) => quoteName(field.name)).join(', ')
  return [`GRANT INSERT (${names}), UPDATE (${names}) ON ${target} TO ${quoteName(role)}`]
}

/** Row-level security policies for the mode of the table, and for bots that restrict it further. */
export function policyStatements(schema: string, table: string, role: string, mode: number): string[] {
  const target = `${schema}.${table}`
  const name = quoteText(table)
  const known = `(SELECT tenant.user_of(${name})) IS NOT NULL`
  const own = `uuid = (SELECT tenant.user_of(${name})) AND (SELECT tenant.platform_of(${name})) IN (sys_platform, '*')`
  const narrowing = `(SELECT tenant.narrowing_of(${name}))`
  const seen = mode === TableMode.singleUser ? own : `${known} AND (${narrowing} IS DISTINCT FROM 'own' OR (${own}))`
  const allowed = mode === TableMode.readOnly ? `(SELECT tenant.is_editor(${name}))` : known
  const mayWrite = `${allowed} AND ${narrowing} IS DISTINCT FROM 'read'`
  const changed = `(${seen}) AND ${mayWrite}`
  const to = `TO ${quoteName(role)}`
  return [
    ...['seen', 'added', 'changed', 'deleted'].map((policy) => `DROP POLICY IF EXISTS ${policy} ON ${target}`),
    `CREATE POLICY seen ON ${target} FOR SELECT ${to} USING (${seen})`,
    `CREATE POLICY added ON ${target} FOR INSERT ${to} WITH CHECK (${mayWrite})`,
    `CREATE POLICY changed ON ${target} FOR UPDATE ${to} USING (${changed})`,
    `CREATE POLICY deleted ON ${target} FOR DELETE ${to} USING (${changed})`,
  ]
}

/** SQL that converts a value to another type; values that do not fit become null and are counted beforehand. */
export function castSql(from: Field['type'], to: Field['type'], name: string): string {
  const value = quoteName(name)
  const text = `btrim(${value}::text)`
  if (to === FieldType.text)
    return from === FieldType.date ? `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` : `${value}::text`
  if (to === FieldType.number) {
    if (from === FieldType.boolean) return `${value}::int::bigint`
    if (from === FieldType.float)
      return `CASE WHEN ${value} = trunc(${value}) AND abs(${value}) < 9e18 THEN ${value}::bigint END`
    return `CASE WHEN ${text} ~ '^[+-]?[0-9]{1,18}$' THEN ${text}::bigint END`
  }
  if (to === FieldType.float) {
    if (from === FieldType.number) return `${value}::double precision`
    if (from === FieldType.boolean) return `${value}::int::double precision`
    return `CASE WHEN ${text} ~ '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?$' THEN ${text}::double precision END`
  }
  if (to === FieldType.boolean)
    return `CASE WHEN lower(${text}) IN ('true', 't', '1', 'yes') THEN true WHEN lower(${text}) IN ('false', 'f', '0', 'no') THEN false END`
  return from === FieldType.text ? `tenant.to_time(${text})` : `NULL::timestamp(3)`
}

export interface FieldChange {
  added: Field[]
  dropped: Field[]
  renamed: { from: Field; to: Field }[]
  retyped: { from: Field; to: Field }[]
  required: Field[]
  optional: Field[]
}
export function compareFields(before: Field[], after: Field[]): FieldChange {
  const pairs = after.flatMap((to) => {
    const from = before.find((field) => field.id === to.id)
    return from ? [{ from, to }] : []
  })
  return {
    added: after.filter((field) => !before.some((item) => item.id === field.id)),
    dropped: before.filter((field) => !after.some((item) => item.id === field.id)),
    renamed: pairs.filter(({ from, to }) => from.name !== to.name),
    retyped: pairs.filter(({ from, to }) => from.type !== to.type),
    required: pairs.filter(({ from, to }) => !from.required && to.required).map(({ to }) => to),
    optional: pairs.filter(({ from, to }) => from.required && !to.required).map(({ to }) => to),
  }
}

/** Statements for a change, ordered so that no step needs a name that a later step frees. */
export function alterStatements(
  schema: string,
  table: string,
  role: string,
  change: FieldChange,
  after: Field[],
): string[] {
  const target = `${schema}.${table}`
  const alter = (what: string) => `ALTER TABLE ${target} ${what}`
  return [
    ...change.dropped.map((field) => alter(`DROP COLUMN ${quoteName(field.name)}`)),
    ...change.optional.map((field) => alter(`ALTER COLUMN ${quoteName(oldName(change, field))} DROP NOT NULL`)),
    ...change.retyped.map(({ from, to }) =>
      alter(
        `ALTER COLUMN ${quoteName(from.name)} TYPE ${sqlTypes[to.type]} USING ${castSql(from.type, to.type, from.name)}`,
      ),
    ),
    // Rename in two steps, because two fields may swap names.
    ...change.renamed.map(({ from }) => alter(`RENAME COLUMN ${quoteName(from.name)} TO ${quoteName(`~${from.id}`)}`)),
    ...change.renamed.map(({ to }) => alter(`RENAME COLUMN ${quoteName(`~${to.id}`)} TO ${quoteName(to.name)}`)),
    ...change.added.map((field) => alter(`ADD COLUMN ${column(field)}`)),
    ...change.required.map((field) => alter(`ALTER COLUMN ${quoteName(field.name)} SET NOT NULL`)),
    ...grantStatements(target, role, after),
  ]
}
const oldName = (change: FieldChange, field: Field) =>
  change.renamed.find(({ to }) => to.id === field.id)?.from.name ?? field.name
