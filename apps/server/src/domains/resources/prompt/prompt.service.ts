import { and, count, desc, eq, ilike, or } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { promptResource } from './prompt.table.ts'

export interface PromptContent {
  name: string
  description: string
  text: string
}

/** Prompts that the people of a space keep for each other. */
export function createPromptService({ db, resources, clock }: { db: Db; resources: ResourceService; clock: Clock }) {
  const select = () =>
    db
      .select({ head: resource, prompt: promptResource })
      .from(promptResource)
      .innerJoin(resource, eq(resource.id, promptResource.id))

  async function get(id: string) {
    const [found] = await select().where(eq(promptResource.id, id))
    if (!found) throw errors.notFound({ what: 'prompt' })
    return found
  }
  async function create(spaceId: string, userId: string, { name, description, text }: PromptContent) {
    await resources.requireContent('prompt', { name, description, prompt_text: text })
    return db.transaction(async (tx) => {
      const head = await resources.create({ kind: 'prompt', spaceId, ownerId: userId, name, description }, tx)
      const version = String(clock.now())
      await tx.insert(promptResource).values({ id: head.id, promptText: text, version })
      return { id: head.id, version }
    })
  }
  return {
    get,
    find: async (id: string) => (await select().where(eq(promptResource.id, id)))[0],
    create,
    /**
     * Without a version, a change is accepted only from the last editor, so that no other edit is overwritten unseen.
     */
    async update(id: string, userId: string, { name, description, text }: PromptContent, base: string | undefined) {
      await resources.requireContent('prompt', { name, description, prompt_text: text })
      return db.transaction(async (tx) => {
        const [found] = await tx
          .select({ head: resource, prompt: promptResource })
          .from(promptResource)
          .innerJoin(resource, eq(resource.id, promptResource.id))
          .where(eq(promptResource.id, id))
          .for('update')
        if (!found) throw errors.notFound({ what: 'prompt' })
        const isStale = base === undefined ? found.head.editedBy !== userId : base !== found.prompt.version
        if (isStale) {
          const theirs = {
            name: found.head.name,
            description: found.head.description,
            prompt_text: found.prompt.promptText,
          }
          throw errors.conflict(
            {},
            { version: found.prompt.version, theirs, yours: { name, description, prompt_text: text } },
          )
        }
        const version = String(Math.max(clock.now(), Number(found.prompt.version) + 1))
        await tx.update(promptResource).set({ promptText: text, version }).where(eq(promptResource.id, id))
        await resources.touch(id, userId, { name, description }, tx)
        return { id, version }
      })
    },
    remove: (id: string, userId: string) => resources.discard(id, userId),
    async list(spaceId: string, keyword: string, page: number, size: number) {
      const like = keyword && likeText(keyword)
      const where = and(
        eq(resource.spaceId, spaceId),
        like ? or(ilike(resource.name, like), ilike(resource.description, like)) : undefined,
      )
      const rows = await select()
        .where(where)
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db
        .select({ n: count() })
        .from(promptResource)
        .innerJoin(resource, eq(resource.id, promptResource.id))
        .where(where)
      return { rows, total: total!.n }
    },
  }
}
export type PromptService = ReturnType<typeof createPromptService>
export type FoundPrompt = Awaited<ReturnType<PromptService['get']>>
