import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import {
  voiceprintFeature,
  type VoiceprintFeatureRow,
  voiceprintGroup,
  type VoiceprintGroupRow,
} from './voiceprint.table.ts'

export interface GroupFilter {
  userId: string
  name: string
  groupId?: string | undefined
}
export interface Page {
  from: number
  size: number
}
/** Lists leave the recordings out. */
const { sample: _, ...light } = getTableColumns(voiceprintFeature)

export function createVoiceprintRepo(db: Db) {
  const inGroup = (groupId: string, id: string) =>
    and(eq(voiceprintFeature.groupId, groupId), eq(voiceprintFeature.id, id))
  return {
    insertGroup: (row: VoiceprintGroupRow) => db.insert(voiceprintGroup).values(row),
    async findGroup(id: string, userId: string): Promise<VoiceprintGroupRow | undefined> {
      const mine = and(eq(voiceprintGroup.id, id), eq(voiceprintGroup.userId, userId))
      return (await db.select().from(voiceprintGroup).where(mine))[0]
    },
    async countGroups(userId: string): Promise<number> {
      const own = eq(voiceprintGroup.userId, userId)
      return (await db.select({ all: count() }).from(voiceprintGroup).where(own))[0]!.all
    },
    async groups({ userId, name, groupId }: GroupFilter, { from, size }: Page) {
      const wanted = and(
        eq(voiceprintGroup.userId, userId),
        name ? sql`starts_with(lower(${voiceprintGroup.name}), lower(${name}))` : undefined,
        groupId ? eq(voiceprintGroup.id, groupId) : undefined,
      )
      const features = db.$count(voiceprintFeature, eq(voiceprintFeature.groupId, voiceprintGroup.id))
      const [rows, [all]] = await Promise.all([
        db
          .select({ ...getTableColumns(voiceprintGroup), features })
          .from(voiceprintGroup)
          .where(wanted)
          .orderBy(desc(voiceprintGroup.id))
          .limit(size)
          .offset(from),
        db.select({ total: count() }).from(voiceprintGroup).where(wanted),
      ])
      return { rows, total: all!.total }
    },
    updateGroup: (id: string, change: Partial<VoiceprintGroupRow>) =>
      db.update(voiceprintGroup).set(change).where(eq(voiceprintGroup.id, id)),
    removeGroup: (id: string) => db.delete(voiceprintGroup).where(eq(voiceprintGroup.id, id)),
    /** Returns false if the group is full. The group is locked, so that concurrent additions wait for each other. */
    insertFeature: (row: VoiceprintFeatureRow, most: number): Promise<boolean> =>
      db.transaction(async (tx) => {
        const group = eq(voiceprintGroup.id, row.groupId)
        await tx.select({ id: voiceprintGroup.id }).from(voiceprintGroup).where(group).for('update')
        if ((await tx.$count(voiceprintFeature, eq(voiceprintFeature.groupId, row.groupId))) >= most) return false
        await tx.insert(voiceprintFeature).values(row)
        return true
      }),
    features: (groupId: string) =>
      db
        .select(light)
        .from(voiceprintFeature)
        .where(eq(voiceprintFeature.groupId, groupId))
        .orderBy(asc(voiceprintFeature.id)),
    async findFeature(groupId: string, id: string): Promise<VoiceprintFeatureRow | undefined> {
      return (await db.select().from(voiceprintFeature).where(inGroup(groupId, id)))[0]
    },
    updateFeature: (id: string, change: Partial<VoiceprintFeatureRow>) =>
      db.update(voiceprintFeature).set(change).where(eq(voiceprintFeature.id, id)),
    removeFeature: (id: string) => db.delete(voiceprintFeature).where(eq(voiceprintFeature.id, id)),
  }
}
export type VoiceprintRepo = ReturnType<typeof createVoiceprintRepo>
