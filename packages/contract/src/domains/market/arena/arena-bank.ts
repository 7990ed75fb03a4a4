import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'
import { named } from './arena-shapes.ts'

const api = '/models/arena/question' as const
const bank = z.object({
  bank_id: z.string(),
  name: z.string(),
  description: z.string(),
  bank_type: named,
  has_refer_answer: z.boolean(),
  icon: z.string(),
  question_count: z.int(),
})

/** Questions that can be drawn in battles. */
export const arenaBank = {
  list: op(`POST ${api}/list_bank`, {
    summary: 'List question banks of the arena',
    summaryZh: '列出竞技场题库',
    input: () => z.object({ bank_type_id: idOrNone(), page_size: pageSize(20), page_num: pageNumber(), Base: base }),
    output: () => z.object({ banks: z.array(bank), has_more: z.boolean() }),
  }),
  random: op(`POST ${api}/rand_question`, {
    summary: 'Draw questions of a bank that were not drawn yet',
    summaryZh: '从题库抽取尚未用过的题目',
    input: () =>
      z.object({
        bank_id: id(),
        count: z.coerce.number().int().min(1).max(10).default(1),
        used_seq_id_list: z.array(z.coerce.number().int().min(1)).max(10_000).default([]),
        Base: base,
      }),
    output: () =>
      z.object({
        questions: z.array(
          z.object({
            bank_id: z.string(),
            id: z.string(),
            seq_id: z.int(),
            content: z.string(),
            /** Always empty here: the reference answer is only revealed with the vote. */
            refer_answer: z.literal(''),
          }),
        ),
        used_seq_id_list: z.array(z.int()),
      }),
  }),
}
