import { addMigration, addToContract, addToWiring } from './generator-places.ts'
import { create, namesOf, placeOf, writeAll } from './generator.ts'

/** `npm run new:domain -- <district>/<name>`: creates a working domain: contract, table, service, routes, tests. */
const { district, name } = placeOf(process.argv[2], 'npm run new:domain -- library/stars')
const { camel, pascal: Pascal, snake: table } = namesOf(name)
const dir = `apps/server/src/domains/${district}/${name}`

create(
  `packages/contract/src/domains/${district}/${name}.ts`,
  `import { z } from 'zod'
import { op } from '#kit.ts'
import { id, name } from '#shared/fields.ts'

const ${camel}Schema = z.object({ id: z.string(), name: z.string() })

export const ${camel} = {
  list: op('POST /api/${name}/list', {
    summary: 'List all in a space',
    summaryZh: '列出空间中的全部内容',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ items: z.array(${camel}Schema) }),
  }),
  create: op('POST /api/${name}/create', {
    summary: 'Create one in a space',
    summaryZh: '在空间中创建',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () => z.object({ space_id: id(), name: name(50) }),
    output: ${camel}Schema,
  }),
}
`,
)
addMigration(
  name,
  `CREATE TABLE ${table} (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX ${table}_space ON ${table} (space_id);
`,
)
create(
  `${dir}/${name}.table.ts`,
  `import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const ${camel}Table = pgTable('${table}', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  createdAt: millis('created_at').notNull(),
})
`,
)
create(
  `${dir}/${name}.service.ts`,
  `import { asc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
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
create(
  `${dir}/${name}.routes.ts`,
  `import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
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
create(
  `${dir}/${name}.test.ts`,
  `import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let person: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  person = await t.register()
  spaceId = (await person.api.space.create({ name: 'Team' })).id
})

test('lists what was created', async () => {
  const created = await person.api.${camel}.create({ space_id: spaceId, name: 'First' })
  expect((await person.api.${camel}.list({ space_id: spaceId })).items).toEqual([created])
})
test('an outsider learns nothing', async () => {
  const outsider = await t.register()
  await expect(outsider.api.${camel}.list({ space_id: spaceId })).rejects.toMatchObject({ status: 404 })
})
`,
)
create(
  `apps/server/src/wire/${district}/${name}.ts`,
  `import { ${camel}Routes } from '#domains/${district}/${name}/${name}.routes.ts'
import { create${Pascal}Service } from '#domains/${district}/${name}/${name}.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { HandlersOf } from '#wire/ports.ts'

export function wire${Pascal}({ database, newId, clock }: Infra) {
  const ${camel} = create${Pascal}Service({ db: database.db, newId, clock })
  const handlers: HandlersOf<'${camel}'> = { ${camel}: ${camel}Routes(${camel}) }
  return { handlers }
}
`,
)
addToContract(district, name)
addToWiring(district, name, 'infra')
writeAll(`Created ${name}. It passes as it is: npm test`)
