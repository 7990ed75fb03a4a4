import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import {
  model,
  modelDefault,
  modelProvider,
  modelUserConfig,
  type ModelRow,
  type NewModelRow,
  type ProviderRow,
} from './model.table.ts'

/** A space, or `null` for the instance itself. */
export type Scope = string | null
const scopeKey = (scope: Scope) => scope ?? '0'
const inScope = (column: typeof model.spaceId | typeof modelProvider.spaceId, scope: Scope) =>
  scope === null ? isNull(column) : eq(column, scope)

/** Whether a provider is shared with a space. A share from a personal space ends when its owner leaves the team. */
export const isSharedWith = (spaceId: string) =>
  sql`EXISTS (SELECT FROM model_share s WHERE s.provider_id = ${modelProvider.id} AND s.space_id = ${spaceId}
    AND (${modelProvider.spaceId} IS NULL OR EXISTS (SELECT FROM space p JOIN space_member m ON m.user_id = p.owner_id
      WHERE p.id = ${modelProvider.spaceId} AND m.space_id = ${spaceId})))`
/** Models of the space itself, instance models for everyone, and models shared with the space. */
const usableBy = (spaceId: string | undefined) => {
  const forEveryone = and(isNull(model.spaceId), eq(modelProvider.forEveryone, true))
  if (spaceId === undefined) return forEveryone
  return or(forEveryone, eq(model.spaceId, spaceId), isSharedWith(spaceId))
}

export function createModelRepo(db: Db) {
  return {
    providers: (scope: Scope): Promise<ProviderRow[]> =>
      db.select().from(modelProvider).where(inScope(modelProvider.spaceId, scope)).orderBy(asc(modelProvider.id)),
    async provider(scope: Scope, id: string): Promise<ProviderRow | undefined> {
      const where = and(eq(modelProvider.id, id), inScope(modelProvider.spaceId, scope))
      return (await db.select().from(modelProvider).where(where))[0]
    },
    async insertProvider(row: ProviderRow) {
      await db.insert(modelProvider).values(row)
    },
    async updateProvider(id: string, change: Partial<ProviderRow>) {
      await db.update(modelProvider).set(change).where(eq(modelProvider.id, id))
    },
    async removeProvider(id: string) {
      await db.delete(modelProvider).where(eq(modelProvider.id, id))
    },

    models: (scope: Scope): Promise<ModelRow[]> =>
      db.select().from(model).where(inScope(model.spaceId, scope)).orderBy(asc(model.id)),
    async model(scope: Scope, id: string): Promise<ModelRow | undefined> {
      return (
        await db
          .select()
          .from(model)
          .where(and(eq(model.id, id), inScope(model.spaceId, scope)))
      )[0]
    },
    /** A model without an access check, which is left to the caller. */
    async anyModel(id: string): Promise<ModelRow | undefined> {
      return (await db.select().from(model).where(eq(model.id, id)))[0]
    },
    async anyWithProvider(id: string): Promise<{ model: ModelRow; provider: ProviderRow } | undefined> {
      const [row] = await db
        .select({ model, provider: modelProvider })
        .from(model)
        .innerJoin(modelProvider, eq(modelProvider.id, model.providerId))
        .where(eq(model.id, id))
      return row
    },
    /** A model with its provider, if the space may use it. */
    async usable(
      id: string,
      spaceId: string | undefined,
    ): Promise<{ model: ModelRow; provider: ProviderRow } | undefined> {
      const [row] = await db
        .select({ model, provider: modelProvider })
        .from(model)
        .innerJoin(modelProvider, eq(modelProvider.id, model.providerId))
        .where(and(eq(model.id, id), usableBy(spaceId)))
      return row
    },
    /** All models that a space may use, its own first, optionally including disabled ones. */
    async usableIn(
      spaceId: string | undefined,
      withDisabled = false,
    ): Promise<{ model: ModelRow; provider: ProviderRow }[]> {
      const rows = await db
        .select({ model, provider: modelProvider })
        .from(model)
        .innerJoin(modelProvider, eq(modelProvider.id, model.providerId))
        .where(and(withDisabled ? undefined : eq(model.enabled, true), usableBy(spaceId)))
        .orderBy(asc(model.id))
      const rank = (row: { model: ModelRow }) =>
        row.model.spaceId === null ? 2 : row.model.spaceId === spaceId ? 0 : 1
      return rows.toSorted((a, b) => rank(a) - rank(b))
    },
    userConfigs: (spaceId: string) => db.select().from(modelUserConfig).where(eq(modelUserConfig.spaceId, spaceId)),
    async saveUserConfig(row: typeof modelUserConfig.$inferInsert) {
      const target = [modelUserConfig.spaceId, modelUserConfig.modelId]
      await db.insert(modelUserConfig).values(row).onConflictDoUpdate({ target, set: row })
    },
    async insertModel(row: NewModelRow): Promise<string> {
      return (await db.insert(model).values(row).returning({ id: model.id }))[0]!.id
    },
    async updateModel(id: string, change: Partial<ModelRow>) {
      await db.update(model).set(change).where(eq(model.id, id))
    },
    async removeModel(id: string) {
      await db.delete(model).where(eq(model.id, id))
    },

    async defaultOf(scope: Scope): Promise<string | undefined> {
      const [row] = await db
        .select()
        .from(modelDefault)
        .where(eq(modelDefault.spaceId, scopeKey(scope)))
      return row?.modelId
    },
    async setDefault(scope: Scope, modelId: string | undefined) {
      const spaceId = scopeKey(scope)
      if (modelId === undefined) return void (await db.delete(modelDefault).where(eq(modelDefault.spaceId, spaceId)))
      const row = { spaceId, modelId }
      await db.insert(modelDefault).values(row).onConflictDoUpdate({ target: modelDefault.spaceId, set: row })
    },
  }
}
export type ModelRepo = ReturnType<typeof createModelRepo>
