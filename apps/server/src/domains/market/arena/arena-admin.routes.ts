import { type ArenaField, type contract, LIVE_BOARD } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ArenaAdmin } from './arena-admin.service.ts'
import type { ArenaSettingsStore } from './arena-settings.ts'
import type { Banks } from './bank.service.ts'
import type { BoardService } from './board.service.ts'
import type { ArenaJudge } from './judge.service.ts'
import type { Participants } from './participants.ts'

export interface ArenaAdminDeps {
  admin: ArenaAdmin
  settings: ArenaSettingsStore
  participants: Pick<Participants, 'save'>
  banks: Banks
  board: Pick<BoardService, 'editions' | 'freeze' | 'make'>
  judge: ArenaJudge
  audit: AuditService
}
const fields = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as object

export function arenaAdminRoutes(deps: ArenaAdminDeps): Handlers<typeof contract.arenaAdmin> {
  const { admin, settings, participants, banks, board, judge, audit } = deps
  return {
    settings: () => settings.get(),
    saveSettings: (input, ctx) => settings.save(fields(input), ctx.userId),
    models: async (_input, ctx) => ({ models: await admin.models(ctx.locale) }),
    saveModel: async (input, ctx) => {
      const { model_id: modelId, ...rest } = input
      const id = await participants.save({ modelId, ...rest })
      await audit.record({
        actorId: ctx.userId,
        action: 'arena.model',
        target: input.name,
        detail: { enabled: input.enabled },
      })
      return { id }
    },
    banks: async () => ({
      banks: (await banks.all()).map((row) => ({
        id: row.id,
        name: row.name,
        field: row.field,
        locale: row.locale,
        question_count: row.questionCount,
        has_answers: row.hasAnswers,
        is_built_in: row.key !== null,
        enabled: row.enabled,
      })),
    }),
    importBank: async (input, ctx) => {
      const { id, count } = await banks.create({ ...input, field: input.field as ArenaField }, ctx.userId)
      return { bank_id: id, question_count: count }
    },
    changeBank: async (input) => {
      await banks.change(input.bank_id, input.enabled)
      return {}
    },
    removeBank: async (input, ctx) => {
      await banks.remove(input.bank_id, ctx.userId)
      return {}
    },
    editions: async () => ({
      editions: (await board.editions()).map((row) => ({
        id: row.id,
        is_frozen: row.frozen,
        vote_count: row.voteCount,
        computed_at: row.computedAt,
        model_count: row.modelCount,
      })),
    }),
    compute: async () => {
      const months = await board.freeze()
      await board.make('people', LIVE_BOARD)
      return { computed: [...months, LIVE_BOARD] }
    },
    judge: async (input) => {
      const result = await judge.judge(input.count)
      await board.make('machine', LIVE_BOARD)
      return result
    },
    votes: (input) => admin.votes(input.reason, input.page_num, input.page_size),
    setField: async (input) => {
      await admin.setField(input.pk_id, input.field as ArenaField)
      await board.make('people', LIVE_BOARD)
      return {}
    },
    ban: async (input, ctx) => {
      await admin.ban(input.user_id, input.banned, ctx.userId)
      await board.make('people', LIVE_BOARD)
      return {}
    },
    exportVotes: async () =>
      new Response(await admin.csv(), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="arena-votes.csv"',
        },
      }),
  }
}
