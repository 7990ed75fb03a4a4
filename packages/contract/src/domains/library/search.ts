import { z } from 'zod'
import { op } from '#kit.ts'
import { idOrNone, pageSize } from '#shared/fields.ts'
import { searchableKinds } from '#shared/resource-kinds.ts'

export const searchKinds = [...searchableKinds, 'document' as const]
export type SearchKind = (typeof searchKinds)[number]
/** Start and end of each match in a text. */
const marks = z.array(z.tuple([z.int(), z.int()]))
const searchResult = z.object({
  id: z.string(),
  kind: z.enum(searchKinds),
  sub_type: z.int(),
  name: z.string(),
  name_marks: marks,
  /** A part of the description or content that contains the words. */
  excerpt: z.string(),
  excerpt_marks: marks,
  icon_url: z.string(),
  space_id: z.string(),
  space_name: z.string(),
  project_id: z.string(),
  /** The knowledge base of a document. */
  parent_id: z.string(),
  edit_time: z.int(),
})
export type SearchFound = z.input<typeof searchResult>

/** Full-text search in everything that the caller may see. */
export const search = {
  all: op('POST /api/search/query', {
    summary: 'Search names, descriptions and contents in your spaces',
    summaryZh: '在你的空间中搜索名称、描述和内容',
    limit: { by: 'user', max: 300, seconds: 60 },
    input: () =>
      z.object({
        word: z
          .string()
          .transform((word) => word.replaceAll('\0', ' ').trim())
          .pipe(z.string().min(1).max(200)),
        space_id: idOrNone(),
        kinds: z.array(z.enum(searchKinds)).max(searchKinds.length).nullish(),
        /** Maximum number of results of each kind. */
        size: pageSize(5, 50),
      }),
    output: () =>
      z.object({
        groups: z.array(z.object({ kind: z.enum(searchKinds), has_more: z.boolean(), items: z.array(searchResult) })),
      }),
  }),
}
