import { CHECKUP_LIMITS, type CheckupModule, CheckupScene } from '@orrery/contract/shared/checkup-enums'
import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { checkupRow, type CheckupRowRow, checkupSet } from './checkup.table.ts'
import { columns, type GeneratedRow, type Skill } from './makers/skill.ts'

export interface RowsDeps {
  db: Db
  datasets: Pick<DatasetService, 'create' | 'get'>
  items: Pick<ItemService, 'add' | 'byKeys' | 'byIds' | 'change' | 'set'>
  /** Rephrases questions in natural words; undefined if no model can. */
  rewrite(spaceId: string, userId: string, botId: string, rows: GeneratedRow[]): Promise<string[] | undefined>
  clock: Clock
}
interface Wanted {
  slot: string
  skill: Skill
  row: GeneratedRow
}
const PRIVATE = 2
/** Rolls back the creation of a dataset when another process has created that of the bot meanwhile. */
class AlreadyCreated extends Error {}
const modulesOfScene: Record<CheckupScene, readonly CheckupModule[] | undefined> = {
  [CheckupScene.full]: undefined,
  [CheckupScene.quick]: undefined,
  [CheckupScene.tools]: ['plugins', 'workflows', 'tasks'],
  [CheckupScene.knowledge]: ['knowledge'],
  [CheckupScene.safety]: ['safety'],
}
export const isOfScene = (scene: CheckupScene, module: CheckupModule): boolean =>
  modulesOfScene[scene]?.includes(module) ?? true

/** Takes rows from all modules and skills in turn, so that even a short check-up covers everything. */
export function chosenRows<T extends { skill: string; isPinned: boolean; module: CheckupModule }>(
  rows: T[],
  scene: CheckupScene,
): T[] {
  const most = scene === CheckupScene.quick ? CHECKUP_LIMITS.quickRows : CHECKUP_LIMITS.rows
  const fitting = rows.filter(({ module }) => isOfScene(scene, module))
  if (fitting.length <= most) return fitting
  const queues = [
    ...Map.groupBy(
      fitting.filter(({ isPinned }) => !isPinned),
      ({ skill, module }) => `${module}/${skill}`,
    ).values(),
  ]
  const byModule = [...Map.groupBy(queues, ([first]) => first!.module).values()]
  const chosen = new Set(fitting.filter(({ isPinned }) => isPinned).slice(0, most))
  while (chosen.size < most && byModule.some((list) => list.some((queue) => queue.length)))
    for (const list of byModule) {
      // The skill whose row was taken goes to the end, so that each module is spread over its skills.
      const queue = list.find((one) => one.length)
      const row = queue?.shift()
      if (row && chosen.size < most) chosen.add(row)
      if (queue) list.push(...list.splice(list.indexOf(queue), 1))
    }
  return fitting.filter((row) => chosen.has(row))
}
const turnsOf = ({ turns }: GeneratedRow) =>
  turns.map((turn) => ({ data: columns.map((name) => ({ name, content: turn[name] ?? '' })) }))

/** The questions of a bot. They stay the same between check-ups and change only with the skill that they test. */
export function createCheckupRows({ db, datasets, items, rewrite, clock }: RowsDeps) {
  const datasetOf = async (botId: string) =>
    (await db.select().from(checkupSet).where(eq(checkupSet.botId, botId)))[0]?.datasetId
  const of = (botId: string): Promise<CheckupRowRow[]> =>
    db.select().from(checkupRow).where(eq(checkupRow.botId, botId)).orderBy(asc(checkupRow.itemId))
  async function ensureDataset(spaceId: string, botId: string, userId: string): Promise<string> {
    const known = await datasetOf(botId)
    if (known) return known
    const made = {
      name: `Check-up ${botId} ${clock.now()}`,
      description: '',
      category: DatasetCategory.evaluation,
      bizCategory: '',
      features: { editSchema: false, repeatedData: true },
      spec: {},
      fields: columns.map((name) => ({ name, description: '' })),
      listing: PRIVATE,
    }
    try {
      return await datasets.create(spaceId, userId, made, async (datasetId, tx) => {
        const noted = await tx
          .insert(checkupSet)
          .values({ botId, spaceId, datasetId })
          .onConflictDoNothing()
          .returning()
        if (!noted.length) throw new AlreadyCreated()
      })
    } catch (cause) {
      const existing = cause instanceof AlreadyCreated ? await datasetOf(botId) : undefined
      if (!existing) throw cause
      return existing
    }
  }
  const slots = (skills: Skill[]): Wanted[] =>
    skills.flatMap((skill) => skill.rows.map((row, at) => ({ slot: `${skill.key}#${at}`, skill, row })))
  /** Compares skills with stored rows: which rows to create and which are stale. Rows that a person edited stay. */
  function difference(skills: Skill[], stored: CheckupRowRow[]) {
    const wanted = new Map(slots(skills).map((one) => [one.slot, one]))
    const isStale = ({ slot, hash, isEdited, isPinned }: CheckupRowRow) => {
      const now = wanted.get(slot)
      return !now || (now.skill.hash !== hash && !isEdited && !isPinned)
    }
    const stale = stored.filter(isStale)
    const kept = new Set(stored.filter((row) => !isStale(row)).map(({ slot }) => slot))
    return { stale, fresh: [...wanted.values()].filter(({ slot }) => !kept.has(slot)) }
  }
  async function rephrase(spaceId: string, userId: string, botId: string, fresh: Wanted[]): Promise<Wanted[]> {
    const bySkill = [...Map.groupBy(fresh, ({ skill }) => skill.key).values()]
    const written = await Promise.all(
      bySkill.map(async (list) => {
        const [{ skill }] = list as [Wanted]
        const texts = skill.isRewritable
          ? await rewrite(
              spaceId,
              userId,
              botId,
              list.map(({ row }) => row),
            )
          : undefined
        if (texts?.length !== list.length) return list
        return list.map((one, at) => {
          const [first, ...rest] = one.row.turns
          return { ...one, row: { ...one.row, turns: [{ ...first!, input: texts[at]! }, ...rest] } }
        })
      }),
    )
    return written.flat()
  }
  async function add(datasetId: string, botId: string, userId: string, fresh: Wanted[]): Promise<void> {
    if (!fresh.length) return
    const keyOf = ({ slot, skill }: Wanted) => `${slot}@${skill.hash.slice(0, 12)}`
    const given = fresh.map((one) => ({ itemKey: keyOf(one), repeatedData: turnsOf(one.row) }))
    const { added } = await items.add(datasetId, userId, given, { skipInvalid: true, allowPartial: true })
    // A process that died may have stored some of these rows already, perhaps in other words.
    const missing = fresh.filter((_, at) => !added.has(at))
    const before = missing.length ? await items.byKeys(datasetId, missing.map(keyOf)) : []
    const idOf = (one: Wanted, at: number) =>
      added.get(at) ?? before.find(({ itemKey }) => itemKey === keyOf(one))?.itemId
    const rows = fresh.flatMap((one, at) => {
      const itemId = idOf(one, at)
      if (!itemId) return []
      const { skill, row, slot } = one
      const { module, subDivision, name: skillName, hash, key } = skill
      const questions = row.turns.map(({ input }) => input)
      const { checks } = row
      const made = { itemId, botId, module, subDivision, skill: key, skillName, hash, slot, questions, checks }
      return [{ ...made, createdAt: clock.now() }]
    })
    if (rows.length) await db.insert(checkupRow).values(rows).onConflictDoNothing()
  }
  return {
    datasetOf,
    of,
    /** Creates missing rows and removes those of removed or changed skills. */
    async sync(spaceId: string, botId: string, userId: string, skills: Skill[]) {
      const datasetId = await ensureDataset(spaceId, botId, userId)
      const { stale, fresh } = difference(skills, await of(botId))
      if (stale.length) {
        const ids = stale.map(({ itemId }) => itemId)
        await items.change(datasetId, userId, { add: [], change: [], remove: ids })
        await db.delete(checkupRow).where(inArray(checkupRow.itemId, ids))
      }
      await add(datasetId, botId, userId, await rephrase(spaceId, userId, botId, fresh))
      return { datasetId, rows: await of(botId), made: fresh.length }
    },
    async one(botId: string, itemId: string): Promise<CheckupRowRow> {
      const [row] = await db
        .select()
        .from(checkupRow)
        .where(and(eq(checkupRow.botId, botId), eq(checkupRow.itemId, itemId)))
      if (!row) throw errors.notFound({ what: 'row' })
      return row
    },
    async save(
      botId: string,
      userId: string,
      itemId: string,
      change: { questions?: string[] | undefined; isPinned?: boolean | undefined; isDropped?: boolean | undefined },
    ): Promise<CheckupRowRow> {
      const before = await this.one(botId, itemId)
      const datasetId = (await datasetOf(botId))!
      const { questions, isPinned, isDropped } = change
      if (questions) {
        const [item] = await items.byIds({ datasetId }, [itemId])
        if (!item) throw errors.notFound({ what: 'row' })
        if (questions.length !== item.turns.length)
          throw badInput(
            'questions',
            `this row has ${item.turns.length} turns. Give one question for each`,
            `该数据有 ${item.turns.length} 轮，请为每轮填写一个问题`,
          )
        const { schema } = await datasets.get(datasetId)
        const key = schema.fields.find(({ name }) => name === 'input')!.key
        const repeatedData = item.turns.map((turn, at) => ({
          data: Object.entries({ ...turn, [key]: { text: questions[at]! } }).map(([field, { text }]) => ({
            key: field,
            content: text,
          })),
        }))
        await items.set(datasetId, userId, itemId, { repeatedData })
      }
      const set = {
        ...(questions && { questions, isEdited: true }),
        ...(isPinned !== undefined && { isPinned }),
        ...(isDropped !== undefined && { isDropped }),
      }
      if (!Object.keys(set).length) return before
      const [row] = await db.update(checkupRow).set(set).where(eq(checkupRow.itemId, itemId)).returning()
      return row!
    },
  }
}
export type CheckupRows = ReturnType<typeof createCheckupRows>
