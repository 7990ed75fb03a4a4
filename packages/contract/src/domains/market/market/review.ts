import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { base, paging, picture, tool, user } from './shapes.ts'

/** Ratings of a product. */
export const marketRating = {
  list: op(`GET ${base}/rating/list`, {
    summary: 'List ratings and comments of a product, newest first',
    summaryZh: '列出商品的评分和评论，最新在前',
    access: 'visitor',
    input: () => z.object({ product_id: id(), ...paging }),
    output: () =>
      z.object({
        ratings: z.array(z.object({ stars: z.int(), comment: z.string(), rated_at: z.string(), user_info: user })),
        own: z.object({ stars: z.int(), comment: z.string() }),
        /** Whether the caller has used the product and so may rate it. */
        may_rate: z.boolean(),
        /** Number of ratings with one to five stars. */
        counts: z.array(z.int()).length(5),
        total: z.int(),
        has_more: z.boolean(),
      }),
  }),
}

/** Submissions for review by the instance owner. */
export const marketReview = {
  waiting: op(`GET ${base}/admin/waiting`, {
    summary: 'Get the version of a product that is pending review',
    summaryZh: '获取商品待审核的版本',
    access: 'instance',
    input: () => z.object({ product_id: id() }),
    output: () =>
      z.object({
        version: z.string(),
        note: z.string(),
        name: z.string(),
        description: z.string(),
        readme: z.string(),
        covers: z.array(picture),
        contents: z.array(z.object({ kind: z.string(), name: z.string() })),
        tools: z.array(tool),
        created_at: z.string(),
      }),
  }),
}
