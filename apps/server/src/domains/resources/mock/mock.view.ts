import type { FileLinks } from '#kit/file-links.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'

type Creator = { ID: string; name: string; avatarUrl: string }
export type CreatorOf = (id: string) => Creator

export function createMockView(people: Pick<PassportService, 'getMany'>, links: FileLinks) {
  return {
    async creators(ids: string[]): Promise<CreatorOf> {
      const users = new Map((await people.getMany([...new Set(ids)])).map((user) => [user.id, user]))
      return (id) => {
        const user = users.get(id)
        return { ID: id, name: user?.name ?? '', avatarUrl: links.make(user?.avatarKey) }
      }
    },
  }
}
export type MockView = ReturnType<typeof createMockView>
