import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { cardErrors } from './card.errors.ts'
import { cardOfficial, cardTemplate, type OfficialTemplate } from './card.table.ts'

const OfficialStage = { copy: 1, replace: 2, rollBack: 3 } as const

/** Templates that the instance owner offers to everybody, beside the built-in ones: copied, released, rolled back. */
export function createOfficialTemplates(db: Db, newId: NewId) {
  const isOne = eq(cardOfficial.id, 1)
  async function copies(ids: string[]): Promise<OfficialTemplate[]> {
    const rows = ids.length ? await db.select().from(cardTemplate).where(inArray(cardTemplate.id, ids)) : []
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      if (!row) throw errors.notFound({ what: 'template' })
      return { id: newId(), name: row.name, design: row.design }
    })
  }
  return {
    live: async (): Promise<OfficialTemplate[]> => (await db.select().from(cardOfficial).where(isOne))[0]?.live ?? [],
    async update(stage: number, ids: string[]): Promise<void> {
      if (stage === OfficialStage.copy) {
        if (ids.length === 0)
          throw cardErrors.wrongStage({
            what: 'name the templates to copy in ids',
            whatZh: '请在 ids 中填写要复制的模板',
          })
        await db
          .update(cardOfficial)
          .set({ staged: await copies(ids) })
          .where(isOne)
        return
      }
      await db.transaction(async (tx) => {
        const [now] = await tx.select().from(cardOfficial).where(isOne).for('update')
        if (stage === OfficialStage.replace) {
          if (!now?.staged)
            throw cardErrors.wrongStage({
              what: 'nothing was copied. Begin with stage 1',
              whatZh: '尚未复制模板，请先执行阶段 1',
            })
          await tx.update(cardOfficial).set({ live: now.staged, previous: now.live, staged: null }).where(isOne)
        } else {
          if (!now?.previous)
            throw cardErrors.wrongStage({ what: 'there is nothing to go back to', whatZh: '没有可回退的内容' })
          await tx.update(cardOfficial).set({ live: now.previous, previous: null }).where(isOne)
        }
      })
    },
  }
}
export type OfficialTemplates = ReturnType<typeof createOfficialTemplates>
