import type { EnterpriseUser } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import type { EnterpriseService } from './enterprise.service.ts'

export interface EnterpriseViewDeps {
  enterprises: Pick<EnterpriseService, 'superAdmins'>
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}

/** People and enterprises in the format of the calls. */
export function createEnterpriseView({ enterprises, people, links }: EnterpriseViewDeps) {
  const toUser = (user: UserRow): EnterpriseUser => ({
    user_id: user.id,
    name: user.uniqueName,
    nick_name: user.name,
    avatar_url: links.make(user.avatarKey),
  })
  async function users(ids: readonly string[]): Promise<Map<string, EnterpriseUser>> {
    const rows = await people.getMany([...new Set(ids)])
    return new Map(rows.map((row) => [row.id, toUser(row)]))
  }
  return {
    toUser,
    users,
    iconOf: (key: string) => (key ? links.make(key) : ''),
    async superAdmins(enterpriseId: string): Promise<EnterpriseUser[]> {
      const ids = await enterprises.superAdmins(enterpriseId)
      const known = await users(ids)
      return ids.flatMap((id) => known.get(id) ?? [])
    },
  }
}
export type EnterpriseView = ReturnType<typeof createEnterpriseView>
