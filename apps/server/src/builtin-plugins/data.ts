import Papa from 'papaparse'
import {
  type BuiltinPlugin,
  fail,
  isObject,
  listOf,
  number,
  objectItem,
  optional,
  p,
  stringItem,
  text,
} from './builtin-types.ts'

const MAX = 2_000_000
function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.length > MAX) throw fail('json: too long')
  try {
    return JSON.parse(value) as unknown
  } catch (cause) {
    throw fail(`json: ${(cause as Error).message}`)
  }
}
/** Paths such as `a.b[0].c` and `items[*].name`: keys, indexes, and `*` for all items of a list. */
function queryJson(value: unknown, path: string): unknown {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]]+|\[\*\]|\[\d+\]/g) ?? []
  if (steps.length > 50) throw fail('path: at most 50 steps')
  let at: unknown[] = [value]
  let isMany = false
  for (const step of steps) {
    if (step === '[*]' || step === '*') {
      isMany = true
      at = at
        .flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : isObject(item) ? Object.values(item) : []))
        .slice(0, 100_000)
    } else {
      const key = step.replace(/^\[|\]$/g, '')
      at = at.flatMap((item) =>
        (isObject(item) || Array.isArray(item)) && Object.hasOwn(item, key)
          ? [(item as Record<string, unknown>)[key]]
          : [],
      )
    }
  }
  return isMany ? at : at[0]
}
const delimiter = p.string('delimiter', 'Delimiter; detected when empty', optional)
/** A cell that a spreadsheet would execute is turned into text. */
const harmless = (cell: string) => (/^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(cell) ? `'${cell}` : cell)

export const jsonTools: BuiltinPlugin = {
  number: 5,
  name: { en: 'JSON tools', zh: 'JSON 工具' },
  description: { en: 'Query, format and merge JSON', zh: '查询、格式化与合并 JSON' },
  icon: 'braces',
  tools: [
    {
      name: 'query_json',
      description: {
        en: 'Extract part of JSON by a path such as items[*].name',
        zh: '按路径提取 JSON，例如 items[*].name',
      },
      request: [p.string('json', 'The JSON text'), p.string('path', 'Such as data.items[0].name or items[*].id')],
      response: [p.string('result', 'The result as JSON text'), p.bool('found', 'Whether anything was found')],
      example: {
        request: { json: '{"items":[{"id":1},{"id":2}]}', path: 'items[*].id' },
        response: { result: '[1,2]', found: true },
      },
      run({ json, path }) {
        const found = queryJson(parseJson(json), text(path))
        return {
          result: JSON.stringify(found ?? null),
          found: found !== undefined && !(Array.isArray(found) && !found.length),
        }
      },
    },
    {
      name: 'format_json',
      description: { en: 'Validate and format JSON', zh: '校验并格式化 JSON' },
      request: [
        p.string('json', 'The JSON text'),
        p.integer('indent', 'Spaces per level; 0 for one line', { global_default: '2' }),
        p.bool('sort_keys', 'Sort the keys', { global_default: 'false' }),
      ],
      response: [p.string('json', 'The formatted JSON')],
      example: {
        request: { json: '{"b":1,"a":[1,2]}', indent: 0, sort_keys: true },
        response: { json: '{"a":[1,2],"b":1}' },
      },
      run({ json, indent, sort_keys }) {
        const sorted = (value: unknown): unknown =>
          Array.isArray(value)
            ? value.map(sorted)
            : isObject(value)
              ? Object.fromEntries(
                  Object.entries(value)
                    .toSorted(([a], [b]) => (a < b ? -1 : 1))
                    .map(([key, item]) => [key, sorted(item)]),
                )
              : value
        const value = parseJson(json)
        return {
          json: JSON.stringify(
            sort_keys === true ? sorted(value) : value,
            null,
            Math.max(0, Math.min(8, number(indent, 2))),
          ),
        }
      },
    },
    {
      name: 'merge_json',
      description: { en: 'Merge two objects; the second takes precedence', zh: '合并两个 JSON 对象，后者优先' },
      request: [p.string('first', 'A JSON object'), p.string('second', 'A JSON object')],
      response: [p.string('json', 'The merged object')],
      example: {
        request: { first: '{"a":1,"b":{"c":2}}', second: '{"b":{"d":3}}' },
        response: { json: '{"a":1,"b":{"c":2,"d":3}}' },
      },
      run({ first, second }) {
        const merge = (a: unknown, b: unknown, depth: number): unknown =>
          isObject(a) && isObject(b) && depth < 50
            ? Object.fromEntries(
                [...new Set([...Object.keys(a), ...Object.keys(b)])]
                  .filter((key) => key !== '__proto__')
                  .map((key) => [
                    key,
                    Object.hasOwn(b, key)
                      ? merge(Object.hasOwn(a, key) ? a[key] : undefined, b[key], depth + 1)
                      : a[key],
                  ]),
              )
            : b
        return { json: JSON.stringify(merge(parseJson(first), parseJson(second), 0)) }
      },
    },
  ],
}

export const csvTools: BuiltinPlugin = {
  number: 6,
  name: { en: 'CSV tools', zh: 'CSV 工具' },
  description: { en: 'Read and write tables as CSV', zh: '读写 CSV 表格' },
  icon: 'table',
  tools: [
    {
      name: 'parse_csv',
      description: { en: 'Parse CSV with a header row', zh: '将带表头的 CSV 解析为行数据' },
      request: [
        p.string('csv', 'The CSV text'),
        delimiter,
        p.integer('limit', 'Max number of rows', { global_default: '1000' }),
      ],
      response: [
        p.list('columns', 'Column names', stringItem),
        p.list('rows', 'The rows', objectItem()),
        p.integer('count', 'Number of rows'),
      ],
      example: {
        request: { csv: 'name,age\nAnn,30\nBo,25' },
        response: {
          columns: ['name', 'age'],
          rows: [
            { name: 'Ann', age: '30' },
            { name: 'Bo', age: '25' },
          ],
          count: 2,
        },
      },
      run({ csv, delimiter: given, limit }) {
        const source = text(csv)
        if (source.length > MAX) throw fail('csv: too long')
        const read = Papa.parse<Record<string, string>>(source, {
          header: true,
          skipEmptyLines: true,
          delimiter: text(given).slice(0, 1),
          transformHeader: (name) => name.slice(0, 200),
        })
        const columns = (read.meta.fields ?? []).slice(0, 500)
        const rows = read.data.slice(0, Math.max(1, Math.min(10_000, number(limit, 1000))))
        return {
          columns,
          rows: rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? '']))),
          count: read.data.length,
        }
      },
    },
    {
      name: 'write_csv',
      description: { en: 'Write rows as CSV that spreadsheets open safely', zh: '将行数据写为可安全打开的 CSV' },
      request: [p.list('rows', 'Objects with the same keys', objectItem()), delimiter],
      response: [p.string('csv', 'The CSV text'), p.integer('count', 'Number of rows')],
      example: { request: { rows: [{ a: 1, b: '=2+3' }] }, response: { csv: "a,b\r\n1,'=2+3", count: 1 } },
      run({ rows, delimiter: given }) {
        const list = listOf(rows).filter(isObject).slice(0, 10_000)
        const safe = list.map((row) =>
          Object.fromEntries(Object.entries(row).map(([key, value]) => [key, harmless(text(value))])),
        )
        return { csv: Papa.unparse(safe, { delimiter: text(given).slice(0, 1) || ',' }), count: list.length }
      },
    },
    {
      name: 'csv_to_json',
      description: { en: 'Convert CSV to JSON', zh: '将 CSV 转换为 JSON 文本' },
      request: [p.string('csv', 'The CSV text'), delimiter],
      response: [p.string('json', 'A list of objects')],
      example: { request: { csv: 'a;b\n1;2', delimiter: ';' }, response: { json: '[{"a":"1","b":"2"}]' } },
      run({ csv, delimiter: given }) {
        if (text(csv).length > MAX) throw fail('csv: too long')
        return {
          json: JSON.stringify(
            Papa.parse(text(csv), {
              header: true,
              skipEmptyLines: true,
              delimiter: text(given).slice(0, 1),
            }).data.slice(0, 10_000),
          ),
        }
      },
    },
  ],
}
