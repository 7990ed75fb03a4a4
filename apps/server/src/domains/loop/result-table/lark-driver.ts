import type { LarkCaller } from '#domains/loop/prompt-release/lark.service.ts'
import { sha256 } from '#kit/secrets.ts'
import type { TableDriver } from './table-driver.ts'

const base = '/open-apis/bitable/v1/apps'
const BATCH = 500
const Type = { text: 1, number: 2 } as const
const uuidOf = (text: string) => sha256(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
/** Reads the text of a cell, which Lark returns as a list of parts. */
const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.map(textOf).join('')
      : typeof value === 'object'
        ? textOf((value as { text?: unknown }).text)
        : String(value as string | number)

/** Creates a base on Lark or Feishu with the app of the space. People of the tenant with the link may fill it in. */
export const larkDriver = (lark: LarkCaller): TableDriver => ({
  async push({ spaceId, name, columns, lines, ...known }, keep) {
    let { appToken, tableId } = known
    if (!appToken) {
      const { data } = await lark.call<{ data: { app: { app_token: string; url: string } } }>(spaceId, 'POST', base, {
        name,
      })
      appToken = data.app.app_token
      await keep({ appToken, url: data.app.url })
    }
    if (!tableId) {
      const fields = columns.map(({ label, isNumber }) => ({
        field_name: label,
        type: isNumber ? Type.number : Type.text,
      }))
      const { data } = await lark.call<{ data: { table_id: string } }>(spaceId, 'POST', `${base}/${appToken}/tables`, {
        table: { name, default_view_name: name, fields },
      })
      tableId = data.table_id
      await keep({ tableId })
    }
    await lark.call(spaceId, 'PATCH', `/open-apis/drive/v1/permissions/${appToken}/public?type=bitable`, {
      link_share_entity: 'tenant_editable',
    })
    const fieldsOf = (line: Record<string, string>) =>
      Object.fromEntries(
        columns.flatMap(({ key, label, isNumber }) =>
          line[key] ? [[label, isNumber ? Number(line[key]) : line[key]]] : [],
        ),
      )
    for (let at = 0; at < lines.length; at += BATCH) {
      // The client token makes the batch idempotent.
      const token = uuidOf(`${appToken}/${tableId}/${at}`)
      const path = `${base}/${appToken}/tables/${tableId}/records/batch_create?client_token=${token}`
      await lark.call(spaceId, 'POST', path, {
        records: lines.slice(at, at + BATCH).map((line) => ({ fields: fieldsOf(line) })),
      })
    }
  },
  async pull({ spaceId, appToken, tableId, columns }) {
    const lines: Record<string, string>[] = []
    let token = ''
    do {
      const more = token && `&page_token=${encodeURIComponent(token)}`
      const { data } = await lark.call<{
        data: { items?: { fields: Record<string, unknown> }[]; has_more?: boolean; page_token?: string }
      }>(spaceId, 'POST', `${base}/${appToken}/tables/${tableId}/records/search?page_size=${BATCH}${more}`, {})
      for (const { fields } of data.items ?? [])
        lines.push(Object.fromEntries(columns.map(({ key, label }) => [key, textOf(fields[label])])))
      token = data.has_more ? (data.page_token ?? '') : ''
    } while (token)
    return lines
  },
})
