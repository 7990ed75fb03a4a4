import type { PassportService } from '#domains/ground/passport/passport.service.ts'

/** Creator and editor with their times, in the format of all evaluation calls. */
export function createBaseInfos(people: Pick<PassportService, 'getMany'>) {
  return async (ids: string[]) => {
    const known = new Map((await people.getMany([...new Set(ids)])).map((person) => [person.id, person]))
    const userOf = (id: string) => ({ user_id: id, name: known.get(id)?.name ?? '', avatar_url: '' })
    return (row: { createdBy: string; createdAt: number; editedBy?: string; updatedAt?: number }) => ({
      created_by: userOf(row.createdBy),
      updated_by: userOf(row.editedBy ?? row.createdBy),
      created_at: String(row.createdAt),
      updated_at: String(row.updatedAt ?? row.createdAt),
    })
  }
}
export type BaseInfos = ReturnType<typeof createBaseInfos>
