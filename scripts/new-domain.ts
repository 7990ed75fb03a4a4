import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** `npm run new:domain -- <name>`: a domain that works: contract, table, migration, service, routes, wiring, tests. */
const root = path.resolve(import.meta.dirname, '..')
const [name] = process.argv.slice(2)
if (!name || !/^[a-z][a-z-]{1,30}$/.test(name))
  fail('Say its name in lower case with dashes: npm run new:domain -- stars')
const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const Pascal = camel[0]!.toUpperCase() + camel.slice(1)
const table = name.replaceAll('-', '_')
const contractFile = `packages/contract/src/domains/${name}.ts`
if (existsSync(path.join(root, contractFile))) fail(`${contractFile} exists already`)

const migrations = readdirSync(path.join(root, 'apps/server/migrations')).map((file) => Number(file.slice(0, 4)))
const number = String(Math.max(...migrations) + 1).padStart(4, '0')
const written: string[] = []
const dir = `apps/server/src/domains/${name}`

write(
  contractFile,
  `import { z } from 'zod'
import { op } from '../kit.ts'
import { id, name } from '../shared/fields.ts'

const ${camel}Schema = z.object({ id: z.string(), name: z.string() })

export const ${camel} = {
  list: op('POST /api/${name}/list', {
    summary: 'Everything of this kind in a space',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: z.object({ space_id: id() }),
    output: z.object({ items: z.array(${camel}Schema) }),
  }),
  create: op('POST /api/${name}/create', {
    summary: 'Make one in a space',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: z.object({ space_id: id(), name: name(50) }),
    output: ${camel}Schema,
  }),
}
`,
)
write(
  `apps/server/migrations/${number}-${name}.sql`,
  `CREATE TABLE ${table} (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX ${table}_space ON ${table} (space_id);
`,
)
write(
  `${dir}/${name}.table.ts`,
  `import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '../../kit/db.ts'

export const ${camel}Table = pgTable('${table}', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  createdAt: millis('created_at').notNull(),
})
`,
)
write(
  `${dir}/${name}.service.ts`,
  `import { asc, eq } from 'drizzle-orm'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db.ts'
import type { NewId } from '../../kit/ids.ts'
import { ${camel}Table } from './${name}.table.ts'

export function create${Pascal}Service({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  return {
    list: (spaceId: string) =>
      db.select().from(${camel}Table).where(eq(${camel}Table.spaceId, spaceId)).orderBy(asc(${camel}Table.id)),
    async create(spaceId: string, name: string) {
      const [row] = await db.insert(${camel}Table).values({ id: newId(), spaceId, name, createdAt: clock.now() }).returning()
      return row!
    },
  }
}
export type ${Pascal}Service = ReturnType<typeof create${Pascal}Service>
`,
)
write(
  `${dir}/${name}.routes.ts`,
  `import type { contract } from '@orrery/contract'
import type { Handlers } from '../../kit/http/context.ts'
import type { ${Pascal}Service } from './${name}.service.ts'

export const ${camel}Routes = (service: ${Pascal}Service): Handlers<typeof contract.${camel}> => ({
  list: async (input) => ({ items: (await service.list(input.space_id)).map(({ id, name }) => ({ id, name })) }),
  create: async (input) => {
    const { id, name } = await service.create(input.space_id, input.name)
    return { id, name }
  },
})
`,
)
write(
  `${dir}/${name}.test.ts`,
  `import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let person: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  person = await t.register()
  spaceId = (await person.api.space.create({ name: 'Team' })).id
})

test('what was made is listed', async () => {
  const made = await person.api.${camel}.create({ space_id: spaceId, name: 'First' })
  expect((await person.api.${camel}.list({ space_id: spaceId })).items).toEqual([made])
})
test('an outsider learns nothing', async () => {
  const outsider = await t.register()
  await expect(outsider.api.${camel}.list({ space_id: spaceId })).rejects.toMatchObject({ status: 404 })
})
`,
)
write(
  `apps/server/src/wire/${name}.ts`,
  `import { ${camel}Routes } from '../domains/${name}/${name}.routes.ts'
import { create${Pascal}Service } from '../domains/${name}/${name}.service.ts'
import type { Infra } from '../kit/infra.ts'
import type { HandlersOf } from './ground.ts'

export function wire${Pascal}({ database, newId, clock }: Infra) {
  const ${camel} = create${Pascal}Service({ db: database.db, newId, clock })
  const handlers: HandlersOf<'${camel}'> = { ${camel}: ${camel}Routes(${camel}) }
  return { handlers }
}
`,
)
edit('packages/contract/src/index.ts', (text) =>
  text
    .replace(/(\n\n\/\*\* Every domain)/, `\nimport { ${camel} } from './domains/${name}.ts'$1`)
    .replace(
      /export const contract = \{([^}]*)\}/,
      (_, list: string) => `export const contract = {${list.trimEnd().replace(/,$/, '')}, ${camel} }`,
    ),
)
edit('apps/server/src/app.ts', (text) =>
  text
    .replace(/(\n\nexport const allOps)/, `\nimport { wire${Pascal} } from './wire/${name}.ts'$1`)
    .replace(
      /(const handlers: \{ \[D in keyof Contract\]: Handlers<Contract\[D\]> \} = \{)([^}]*)\}/,
      (_, head: string, list: string) =>
        `${head}${list.trimEnd().replace(/,$/, '')}, ...wire${Pascal}(infra).handlers }`,
    ),
)
spawnSync('oxfmt', written, { cwd: root, stdio: 'inherit' })
process.stdout.write(`Made ${name}. It passes as it is: npm test\n`)

function write(file: string, text: string) {
  if (!file.endsWith('.sql')) written.push(file)
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
  process.stdout.write(`  + ${file}\n`)
}
function edit(file: string, change: (text: string) => string) {
  const before = readFileSync(path.join(root, file), 'utf8')
  const after = change(before)
  if (after === before) fail(`${file} has changed its form: add ${name} there by hand`)
  written.push(file)
  writeFileSync(path.join(root, file), after)
  process.stdout.write(`  ~ ${file}\n`)
}
function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
