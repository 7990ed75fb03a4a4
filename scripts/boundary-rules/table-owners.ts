import { Visitor } from 'rolldown/utils'
import { lineAt } from './imports.ts'
import { placeOf } from './place.ts'
import type { Rule, Violation } from './rule.ts'
import type { SourceFile, SourceTree } from './source-tree.ts'

interface Table {
  /** The name in the database. */
  name: string
  owner: string
}

/** Files that work on the whole database in one transaction: restoring a backup and erasing a person. */
const wholeDatabase = [
  'apps/server/src/kit/backup/restore.ts',
  'apps/server/src/domains/ground/passport/erasure.repo.ts',
]

/** Only the domain that declares a table writes to it, by drizzle or by raw SQL. Any domain may select. */
export const tableOwners: Rule = {
  name: 'table owners',
  *find(tree) {
    const tables = declaredTables(tree)
    const byName = new Map([...tables.values()].map((table) => [table.name, table]))
    for (const file of tree.values()) {
      if (!file.path.startsWith('apps/server/src/') || wholeDatabase.includes(file.path)) continue
      for (const { offset, table } of writes(file, tables, byName)) {
        if (table.owner === placeOf(file.path).domain) continue
        const reason = `only ${table.owner} writes the table ${table.name}`
        yield { file: file.path, line: lineAt(file.text, offset), target: table.name, reason } satisfies Violation
      }
    }
  },
}

/** Declared tables by `<file>#<export>`. */
function declaredTables(tree: SourceTree): Map<string, Table> {
  const tables = new Map<string, Table>()
  for (const { path, program } of tree.values()) {
    const { role, domain } = placeOf(path)
    if (role !== 'table' || !domain) continue
    new Visitor({
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
        const [first] = init.arguments
        if (init.callee.name === 'pgTable' && first?.type === 'Literal' && typeof first.value === 'string')
          tables.set(`${path}#${id.name}`, { name: first.value, owner: domain })
      },
    }).visit(program)
  }
  return tables
}

function writes(file: SourceFile, tables: Map<string, Table>, byName: Map<string, Table>) {
  const found: { offset: number; table: Table }[] = []
  const imported = new Map<string, Table>()
  for (const { target, names } of file.imports)
    for (const [local, exported] of names) {
      const table = tables.get(`${target}#${exported}`)
      if (table) imported.set(local, table)
    }
  const note = (offset: number, table: Table | undefined) => {
    if (table) found.push({ offset, table })
  }
  const noteSql = (offset: number, sql: string) => {
    for (const [, variable, name] of sql.matchAll(sqlWrite))
      note(offset, variable ? imported.get(variable) : byName.get(name!))
  }
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (['insert', 'update', 'delete'].includes(callee.property.name) && first?.type === 'Identifier')
        note(callee.property.start ?? start, imported.get(first.name))
    },
    Literal({ value, start }) {
      if (typeof value === 'string') noteSql(start, value)
    },
    TemplateLiteral({ quasis, expressions, start }) {
      const parts = quasis.flatMap(({ value }, index) => {
        const expression = expressions[index]
        return [value.raw, expression?.type === 'Identifier' ? `\${${expression.name}}` : '?']
      })
      noteSql(start, parts.join(''))
    },
  }).visit(file.program)
  return found
}

/** The table after INSERT INTO, DELETE FROM, TRUNCATE, or UPDATE … SET: as a name, or as `${variable}`. */
const sqlWrite =
  /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|update(?=\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?(?:\$\{(\w+)\}|"?(\w+))/gi
