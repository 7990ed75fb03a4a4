import { type ArenaModelView, ArenaModelStatus, OFFLINE_MODEL_ID } from '@orrery/contract'
import { eq, inArray } from 'drizzle-orm'
import type { Locale } from '#kit/errors.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { CataloguedModel, ModelService, ReadyModel } from '#domains/chat/model/model.service.ts'
import { arenaBoardErrors } from './arena.errors.ts'
import { arenaModel, type ArenaModelRow } from './arena.table.ts'

export interface Participant extends ArenaModelRow {
  canUseTools: boolean
  maxTokens: number
  /** The user who set up its provider. */
  ownerId: string
}
export interface ParticipantDeps {
  db: Db
  models: Pick<ModelService, 'catalogue' | 'resolve'>
  newId: NewId
  clock: Clock
}
/** The built-in model takes part only if fewer than this many other models do. */
const MIN_PARTICIPANTS = 2
const temperatures = { '': undefined, precise: 0, creative: 1.5 } as const

/** The models of the arena: models of the instance that its owner has admitted. */
export function createParticipants({ db, models, newId, clock }: ParticipantDeps) {
  const isChat = ({ type }: CataloguedModel) => type === 0

  async function usable(): Promise<Participant[]> {
    const [rows, known] = await Promise.all([
      db.select().from(arenaModel).where(eq(arenaModel.enabled, true)).orderBy(arenaModel.id),
      models.catalogue(undefined),
    ])
    const byId = new Map(known.filter((one) => isChat(one) && one.enabled).map((one) => [one.id, one]))
    const all = rows.flatMap((row): Participant[] => {
      const found = byId.get(row.modelId)
      // The built-in model is available even if it is not offered to users.
      if (!found && row.modelId !== OFFLINE_MODEL_ID) return []
      const canUseTools = found?.capabilities.tools ?? true
      return [{ ...row, canUseTools, maxTokens: found?.maxOutputTokens ?? 0, ownerId: found?.ownerId ?? '' }]
    })
    const others = all.filter(({ modelId }) => modelId !== OFFLINE_MODEL_ID)
    return others.length >= MIN_PARTICIPANTS ? others : all
  }
  const byIds = async (ids: string[]): Promise<Map<string, ArenaModelRow>> =>
    new Map(
      (ids.length ? await db.select().from(arenaModel).where(inArray(arenaModel.id, ids)) : []).map((row) => [
        row.id,
        row,
      ]),
    )
  return {
    usable,
    byIds,
    all: () => db.select().from(arenaModel).orderBy(arenaModel.id),
    catalogue: async () => (await models.catalogue(undefined)).filter(isChat),
    /** The model of a participant, ready to be called. Without a space, so that the instance pays. */
    async ready({ modelId, preset }: Pick<ArenaModelRow, 'modelId' | 'preset'>): Promise<ReadyModel> {
      const found = await models.resolve(modelId, undefined)
      const temperature = temperatures[preset]
      if (temperature === undefined) return found
      return {
        ...found,
        chat: (request, sink) => found.chat({ ...request, params: { ...request.params, temperature } }, sink),
      }
    },
    async save(input: Pick<ArenaModelRow, 'modelId' | 'name' | 'company' | 'description' | 'aliases' | 'enabled'>) {
      const known = (await models.catalogue(undefined)).find((one) => one.id === input.modelId && isChat(one))
      if (!known || known.isOffline || known.origin !== 'instance') throw arenaBoardErrors.noModel()
      const now = clock.now()
      const [row] = await db
        .insert(arenaModel)
        .values({ ...input, id: newId(), createdAt: now, updatedAt: now })
        .onConflictDoUpdate({ target: [arenaModel.modelId, arenaModel.preset], set: { ...input, updatedAt: now } })
        .returning()
      return row!.id
    },
  }
}
export type Participants = ReturnType<typeof createParticipants>

/** The built-in model is described in the reader's language. */
const presetTexts = {
  precise: { en: 'The built-in model, brief and plain', 'zh-CN': '内置模型，回答简短直接' },
  creative: { en: 'The built-in model, with a little more to say', 'zh-CN': '内置模型，回答更丰富' },
} as const
export const describedIn = (locale: Locale, { preset, description }: ArenaModelRow): string =>
  preset ? presetTexts[preset][locale] : description

export const shownModel = (row: ArenaModelRow, locale: Locale, maxTokens = 0): ArenaModelView => ({
  id: row.id,
  name: row.name,
  company: row.company,
  desc: describedIn(locale, row),
  brief_desc: describedIn(locale, row).slice(0, 100),
  icon: '',
  temperature: temperatures[row.preset]?.toString() ?? '',
  max_token: maxTokens ? String(maxTokens) : '',
  publish_timestamp: String(row.createdAt),
  update_timestamp: String(row.updatedAt),
  version: row.preset,
  status: row.enabled ? ArenaModelStatus.normal : ArenaModelStatus.unreleased,
  company_info: { name: row.company, icon_uri: '', icon_url: '', url: '' },
})
