import { CHECKUP_LIMITS } from '@orrery/contract/shared/checkup-enums'
import { eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import { space } from '#domains/ground/space/space.table.ts'
import { checkupErrors } from './checkup.errors.ts'
import { checkupCase, checkupOff } from './checkup.table.ts'
import { type ShippedName, shippedNames, shippedRows } from './makers/shipped.ts'
import { type Language, languageOf } from './makers/skill.ts'

interface CaseInput {
  name: string
  rows: string[][]
  evaluatorType?: number | undefined
}
const columns = ['question']
const isKnown = (name: string): name is ShippedName => (shippedNames as readonly string[]).includes(name)
const MIN_SPEED_MS = 100

/** Built-in questions, which the instance owner may replace, and the spaces in which check-ups are disabled. */
export function createCases({ db, clock }: { db: Db; clock: Clock }) {
  const stored = () => db.select().from(checkupCase)
  const refuse = (field: string, problem: string, problemZh: string) =>
    checkupErrors.badCase({ field, problem, problemZh })
  function requireKnown(name: string, field: string): asserts name is ShippedName {
    if (!isKnown(name))
      throw refuse(
        field,
        `there are no built-in questions “${name}”. Use one of ${shippedNames.join(', ')}`,
        `没有内置问题“${name}”，可用：${shippedNames.join('、')}`,
      )
  }
  function shown(name: ShippedName, own: typeof checkupCase.$inferSelect | undefined) {
    const rows = own?.rows ?? [...shippedRows(name, 'en'), ...shippedRows(name, 'zh')].map((text) => [text])
    return {
      name,
      columns: own?.columns ?? columns,
      rows,
      evaluatorType: own?.evaluatorType ?? 0,
      id: name,
      isEdited: own !== undefined,
    }
  }
  return {
    /** Returns questions in the given language, or all of them if the instance owner wrote none in that language. */
    async reader() {
      const own = new Map(
        (await stored()).map((row) => [row.name, row.rows.map(([text = '']) => text).filter(Boolean)]),
      )
      return (name: ShippedName, language: Language): string[] => {
        const given = own.get(name)
        if (!given) return [...shippedRows(name, language)]
        const fitting = given.filter((text) => /^\d+$/.test(text) || languageOf(text) === language)
        return fitting.length ? fitting : given
      }
    },
    async read(name: string | undefined) {
      if (name !== undefined) requireKnown(name, 'read_config.name')
      const own = await stored()
      return shippedNames
        .filter((one) => name === undefined || one === name)
        .map((one) =>
          shown(
            one,
            own.find((row) => row.name === one),
          ),
        )
    },
    async save(userId: string, { name, rows, evaluatorType }: CaseInput) {
      requireKnown(name, 'upsert_config.case_config.name')
      const field = 'upsert_config.case_config.rows'
      if (!rows.length) throw refuse(field, 'give at least one row', '至少填写一行')
      const empty = rows.findIndex(([text = '']) => !text.trim())
      if (empty >= 0) throw refuse(`${field}[${empty}]`, 'the question is empty', '问题为空')
      if (name === 'speed/whole' && !(Number(rows[0]![0]) >= MIN_SPEED_MS))
        throw refuse(field, `give milliseconds, at least ${MIN_SPEED_MS}`, `请填写毫秒数，至少 ${MIN_SPEED_MS}`)
      const long = rows.findIndex(([text = '']) => text.length > CHECKUP_LIMITS.text)
      if (long >= 0) throw refuse(`${field}[${long}]`, 'the question is too long', '问题过长')
      const set = { columns, rows, evaluatorType: evaluatorType ?? 0, editedBy: userId, updatedAt: clock.now() }
      await db
        .insert(checkupCase)
        .values({ name, ...set })
        .onConflictDoUpdate({ target: checkupCase.name, set })
    },
    /** Restores the questions that come with the product. */
    async remove(name: string) {
      requireKnown(name, 'remove_config.name')
      await db.delete(checkupCase).where(eq(checkupCase.name, name))
    },
    isOff: async (spaceId: string): Promise<boolean> =>
      (await db.$count(checkupOff, eq(checkupOff.spaceId, spaceId))) > 0,
    offSpaces: () =>
      db
        .select({ id: space.id, name: space.name })
        .from(checkupOff)
        .innerJoin(space, eq(space.id, checkupOff.spaceId))
        .orderBy(space.name, space.id),
    async enable(spaceId: string, userId: string, isEnabled: boolean): Promise<void> {
      if (!(await db.$count(space, eq(space.id, spaceId)))) throw errors.notFound({ what: 'space' })
      if (isEnabled) await db.delete(checkupOff).where(eq(checkupOff.spaceId, spaceId))
      else
        await db.insert(checkupOff).values({ spaceId, createdBy: userId, createdAt: clock.now() }).onConflictDoNothing()
    },
  }
}
export type CaseService = ReturnType<typeof createCases>
