import type { PromptPerson } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'

/** People by id, in the format of prompts and releases. */
export type PeopleOf = (ids: string[]) => Promise<Map<string, PromptPerson>>
export const createPeople =
  (people: Pick<PassportService, 'getMany'>, links: Pick<FileLinks, 'make'>): PeopleOf =>
  async (ids) =>
    new Map(
      (await people.getMany([...new Set(ids)])).map((user) => [
        user.id,
        { user_id: user.id, name: user.name, avatar_url: links.make(user.avatarKey) },
      ]),
    )
