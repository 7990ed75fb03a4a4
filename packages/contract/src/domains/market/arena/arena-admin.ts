import { z } from 'zod'
import { op } from '#kit.ts'
import { ARENA_LIMITS } from '#shared/arena-enums.ts'
import { id, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { fault } from './arena-shapes.ts'

const api = '/api/arena/admin' as const
const s = z.string()
const settings = z.object({
  /** How many votes a person must give before they can see the boards. */
  votes_for_board: z.int().min(0).max(50),
  /** Whether "both bad" counts as a tie; otherwise such votes are ignored. */
  counts_both_bad: z.boolean(),
  /** Streams both answers at the same pace, so that speed reveals less about the models. */
  levels_pace: z.boolean(),
  battles_a_day: z.int().min(1).max(10_000),
  /** In the currency of the prices; 0: no limit. */
  cost_a_day: z.number().min(0).max(1_000_000),
  /** Votes earlier than this after the answers do not count. */
  seconds_to_read: z.int().min(0).max(60),
  /** The model that judges stored battles; empty for none. */
  judge_model_id: s.max(40),
})
const model = z.object({
  /** Empty if the model does not take part yet. */
  id: s,
  model_id: s,
  name: s,
  company: s,
  description: s,
  aliases: z.array(s),
  enabled: z.boolean(),
  is_usable: z.boolean(),
  is_built_in: z.boolean(),
  votes: z.int(),
})
const bankRow = z.object({
  id: s,
  name: s,
  field: z.int(),
  locale: s,
  question_count: z.int(),
  has_answers: z.boolean(),
  is_built_in: z.boolean(),
  enabled: z.boolean(),
})

/** Administration of the arena by the instance owner. */
export const arenaAdmin = {
  settings: op(`GET ${api}/settings`, {
    summary: 'Get the settings of the arena',
    summaryZh: '获取竞技场设置',
    access: 'instance',
    output: () => settings,
  }),
  saveSettings: op(`POST ${api}/settings`, {
    summary: 'Change settings of the arena',
    summaryZh: '修改竞技场设置',
    access: 'instance',
    input: () => settings.partial(),
    output: () => settings,
  }),
  models: op(`GET ${api}/models`, {
    summary: 'List models of the instance and how they take part in the arena',
    summaryZh: '列出实例模型及其参赛情况',
    access: 'instance',
    output: () => z.object({ models: z.array(model) }),
  }),
  saveModel: op(`POST ${api}/models`, {
    summary: 'Let a model take part in the arena, under a name of its own, or withdraw it',
    summaryZh: '设置模型参赛信息，或让其退出竞技场',
    access: 'instance',
    input: () =>
      z.object({
        model_id: id(),
        name: name(60),
        company: text(60).default(''),
        description: text(500).default(''),
        aliases: z.array(z.string().trim().min(2).max(60)).max(20).default([]),
        enabled: z.boolean(),
      }),
    output: () => z.object({ id: s }),
  }),
  banks: op(`GET ${api}/banks`, {
    summary: 'List all question banks, those that are off too',
    summaryZh: '列出全部题库，包括已停用的',
    access: 'instance',
    output: () => z.object({ banks: z.array(bankRow) }),
  }),
  importBank: op(`POST ${api}/banks/import`, {
    summary: 'Create a question bank from a CSV with the columns question and answer',
    summaryZh: '用包含 question 和 answer 列的 CSV 创建题库',
    access: 'instance',
    bodyLimit: ARENA_LIMITS.bankBytes * 2,
    input: () =>
      z.object({
        name: name(60),
        description: text(300).default(''),
        field: z.coerce.number().int().min(1).max(7),
        locale: z.enum(['en', 'zh-CN']),
        csv: z.string().min(1).max(ARENA_LIMITS.bankBytes),
      }),
    output: () => z.object({ bank_id: s, question_count: z.int() }),
  }),
  changeBank: op(`POST ${api}/banks/change`, {
    summary: 'Turn a question bank on or off',
    summaryZh: '启用或停用题库',
    access: 'instance',
    input: () => z.object({ bank_id: id(), enabled: z.boolean() }),
  }),
  removeBank: op(`POST ${api}/banks/remove`, {
    summary: 'Delete an imported question bank',
    summaryZh: '删除导入的题库',
    access: 'instance',
    input: () => z.object({ bank_id: id() }),
  }),
  editions: op(`GET ${api}/editions`, {
    summary: 'List the live board and all editions',
    summaryZh: '列出实时榜与各期榜单',
    access: 'instance',
    output: () =>
      z.object({
        editions: z.array(
          z.object({
            id: s,
            is_frozen: z.boolean(),
            vote_count: z.int(),
            computed_at: z.number(),
            model_count: z.int(),
          }),
        ),
      }),
  }),
  compute: op(`POST ${api}/editions/compute`, {
    summary: 'Compute the live board now, and editions of months that are over',
    summaryZh: '立即计算实时榜，并生成已结束月份的榜单',
    access: 'instance',
    output: () => z.object({ computed: z.array(s) }),
  }),
  judge: op(`POST ${api}/judge`, {
    summary: 'Have the machine judge look at battles that it has not judged',
    summaryZh: '让机器裁判评判尚未评判的对战',
    access: 'instance',
    input: () => z.object({ count: z.coerce.number().int().min(1).max(100).default(20) }),
    output: () => z.object({ judged: z.int(), failed: z.int() }),
  }),
  votes: op(`GET ${api}/votes`, {
    summary: 'List votes, newest first, with the reason why one does not count',
    summaryZh: '列出投票（最新在前）及不计入的原因',
    access: 'instance',
    input: () =>
      z.object({
        reason: fault.or(z.enum(['', 'any', 'counted'])).default(''),
        page_num: pageNumber(),
        page_size: pageSize(20),
      }),
    output: () =>
      z.object({
        votes: z.array(
          z.object({
            pk_id: s,
            voter_id: s,
            voter: s,
            left: s,
            right: s,
            result: z.int(),
            scene: z.int(),
            field: z.int(),
            question: s,
            why_not: fault.or(z.literal('')),
            feedback: s,
            at: z.number(),
            is_banned: z.boolean(),
          }),
        ),
        total: z.int(),
      }),
  }),
  setField: op(`POST ${api}/votes/field`, {
    summary: 'Correct the field of the question of a battle',
    summaryZh: '更正对战题目所属领域',
    access: 'instance',
    input: () => z.object({ pk_id: id(), field: z.coerce.number().int().min(1).max(7) }),
  }),
  ban: op(`POST ${api}/voters/ban`, {
    summary: 'Leave out all votes of a person, or count them again',
    summaryZh: '排除某人的全部投票，或恢复计入',
    access: 'instance',
    input: () => z.object({ user_id: id(), banned: z.boolean() }),
  }),
  exportVotes: op(`GET ${api}/votes/export`, {
    summary: 'Download the counted votes as CSV, without texts and names of people',
    summaryZh: '下载计入的投票 CSV，不含文本和个人信息',
    access: 'instance',
    reply: 'raw',
  }),
}
