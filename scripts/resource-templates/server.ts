import type { ResourceNames } from './resource-names.ts'

export const migrationText = ({
  snake,
}: ResourceNames) => `-- Name, description, owner and space are those of the resource with the same id.
CREATE TABLE ${snake} (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  text text NOT NULL,
  version integer NOT NULL
);
-- The search learns of a new resource from its head, and of a changed text from this.
CREATE TRIGGER search_${snake} AFTER UPDATE OF text ON ${snake} FOR EACH ROW EXECUTE FUNCTION search_note('id');
`

export const tableText = ({
  camel,
  snake,
}: ResourceNames) => `import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#kit/db.ts'

export const ${camel}Table = pgTable('${snake}', {
  id: id('id').primaryKey(),
  text: text('text').notNull(),
  version: integer('version').notNull(),
})
`

export const serviceText = ({
  name,
  camel,
  pascal,
}: ResourceNames) => `import { and, count, desc, eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { ${camel}Table } from './${name}.table.ts'

export interface ${pascal}Content {
  name: string
  description: string
  text: string
}

export function create${pascal}Service({ db, resources }: { db: Db; resources: ResourceService }) {
  const select = () =>
    db
      .select({ head: resource, content: ${camel}Table })
      .from(${camel}Table)
      .innerJoin(resource, eq(resource.id, ${camel}Table.id))

  async function get(id: string) {
    const [found] = await select().where(eq(${camel}Table.id, id))
    if (!found) throw errors.notFound({ what: '${name}' })
    return found
  }
  return {
    get,
    async list(spaceId: string, page: number, size: number) {
      const inSpace = eq(resource.spaceId, spaceId)
      const rows = await select()
        .where(inSpace)
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db
        .select({ n: count() })
        .from(${camel}Table)
        .innerJoin(resource, eq(resource.id, ${camel}Table.id))
        .where(inSpace)
      return { rows, total: total!.n }
    },
    /** Head and content come into being together. */
    create: (spaceId: string, userId: string, { name, description, text }: ${pascal}Content) =>
      db.transaction(async (tx) => {
        const head = await resources.create({ kind: '${name}', spaceId, ownerId: userId, name, description }, tx)
        const [content] = await tx.insert(${camel}Table).values({ id: head.id, text, version: 1 }).returning()
        return { head, content: content! }
      }),
    async update(id: string, userId: string, { name, description, text }: ${pascal}Content, version: number) {
      await db.transaction(async (tx) => {
        const saved = await tx
          .update(${camel}Table)
          .set({ text, version: version + 1 })
          .where(and(eq(${camel}Table.id, id), eq(${camel}Table.version, version)))
          .returning({ id: ${camel}Table.id })
        if (!saved.length) {
          const { head, content } = await get(id)
          const theirs = { name: head.name, description: head.description, text: content.text }
          throw errors.conflict({}, { version: content.version, theirs, yours: { name, description, text } })
        }
        await resources.touch(id, userId, { name, description }, tx)
      })
      return get(id)
    },
    /** To the bin. */
    remove: (id: string, userId: string) => resources.discard(id, userId),
  }
}
export type ${pascal}Service = ReturnType<typeof create${pascal}Service>
export type Found${pascal} = Awaited<ReturnType<${pascal}Service['get']>>
`

export const routesText = ({
  name,
  camel,
  pascal,
}: ResourceNames) => `import type { contract, Output } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { Found${pascal}, ${pascal}Service } from './${name}.service.ts'

const shown = ({ head, content }: Found${pascal}): Output<typeof contract.${camel}.get> => ({
  id: head.id,
  space_id: head.spaceId,
  name: head.name,
  description: head.description,
  text: content.text,
  version: content.version,
  edit_time: seconds(head.updatedAt),
})

export const ${camel}Routes = (service: ${pascal}Service): Handlers<typeof contract.${camel}> => ({
  list: async (input) => {
    const { rows, total } = await service.list(input.space_id, input.page, input.size)
    return { items: rows.map(shown), total }
  },
  create: async (input, ctx) => shown(await service.create(input.space_id, ctx.userId, input)),
  get: async (input) => shown(await service.get(input.id)),
  update: async (input, ctx) => shown(await service.update(input.id, ctx.userId, input, input.version)),
  remove: async (input, ctx) => {
    await service.remove(input.id, ctx.userId)
    return {}
  },
})
`

export const porterText = ({
  name,
  pascal,
}: ResourceNames) => `import type { Porter } from '#domains/ground/resource/shared/resource-content.ts'
import { object, text } from '#kit/read-json.ts'
import type { ${pascal}Service } from './${name}.service.ts'

/** Exports the content, and creates one from content that may come from anywhere. */
export function create${pascal}Porter(service: ${pascal}Service): Porter {
  return {
    async read(id) {
      const { content } = await service.get(id)
      return { content: { text: content.text }, needs: [], published: false }
    },
    check: (content) => ({ text: text(object(content).text, 100_000) }),
    async create({ name, description, content }, { spaceId, userId }) {
      const { text } = content as { text: string }
      return (await service.create(spaceId, userId, { name, description, text })).head.id
    },
  }
}
`

export const kindText = ({
  name,
  camel,
  pascal,
  snake,
}: ResourceNames) => `import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import { create${pascal}Porter } from './${name}.porter.ts'
import type { ${pascal}Service } from './${name}.service.ts'

/** What library, copies, import, export and search need to know of this kind. */
export const ${camel}Kind = (service: ${pascal}Service) => ({
  porter: create${pascal}Porter(service),
  remove: async ({ id }: { id: string }, userId: string) => void (await service.remove(id, userId)),
  canChangeSpace: true,
  searchTexts: searchTextsFrom<{ id: string; text: string }>(
    'SELECT id::text, text FROM ${snake} WHERE id = ANY($1::bigint[])',
    (row) => joinTexts([row.text]),
  ),
})
`

export const wiringText = ({
  district,
  name,
  camel,
  pascal,
}: ResourceNames) => `import { ${camel}Kind } from '#domains/${district}/${name}/${name}.kind.ts'
import { ${camel}Routes } from '#domains/${district}/${name}/${name}.routes.ts'
import { create${pascal}Service } from '#domains/${district}/${name}/${name}.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '#wire/ground.ts'
import type { HandlersOf } from '#wire/ports.ts'

export function wire${pascal}({ database }: Infra, { resources, resourceKinds }: Ground) {
  const service = create${pascal}Service({ db: database.db, resources })
  resourceKinds.register('${name}', ${camel}Kind(service))
  const handlers: HandlersOf<'${camel}'> = { ${camel}: ${camel}Routes(service) }
  return { handlers }
}
`
