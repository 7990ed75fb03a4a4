import { type contract, searchKinds } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { excerptOf, marksIn } from './marks.ts'
import type { SearchService } from './search.service.ts'

export function searchRoutes({
  search,
  links,
}: {
  search: SearchService
  links: FileLinks
}): Handlers<typeof contract.search> {
  return {
    all: async (input, ctx) => {
      if (input.space_id) await ctx.access.require(ctx.actor!, 'space', input.space_id, 'view')
      const words = search.wordsOf(input.word)
      const groups = await search.find({
        userId: ctx.userId,
        word: input.word,
        spaceId: input.space_id,
        kinds: input.kinds?.length ? input.kinds : searchKinds,
        size: input.size,
      })
      return {
        groups: groups.map(({ kind, rows, hasMore }) => ({
          kind,
          has_more: hasMore,
          items: rows.map((row) => {
            const isDescribed = marksIn(row.description, words).length > 0
            const hasBody = marksIn(row.body, words).length > 0
            const { excerpt, marks } = excerptOf(isDescribed || !hasBody ? row.description : row.body, words)
            return {
              id: row.id,
              kind,
              sub_type: row.subType,
              name: row.name,
              name_marks: marksIn(row.name, words),
              excerpt,
              excerpt_marks: marks,
              icon_url: links.make(row.iconUri),
              space_id: row.spaceId,
              space_name: row.spaceName,
              project_id: row.projectId,
              parent_id: row.parentId,
              edit_time: seconds(row.updatedAt),
            }
          }),
        })),
      }
    },
  }
}
