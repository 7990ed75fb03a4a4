import type { contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { Figures, Ledger } from './ledger.service.ts'
import { DAY } from './quota-period.ts'
import type { QuotaService } from './quota.service.ts'

export interface UsageRoutesDeps {
  ledger: Ledger
  quotas: QuotaService
  clock: Clock
  /** Names of bots, apps, workflows and knowledge bases. */
  namesOf(ids: string[]): Promise<ReadonlyMap<string, string>>
}
const MAX_DAYS = 366
const dayOf = (text: string) => Math.floor(Date.parse(`${text}T00:00:00Z`) / DAY)
const textOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
const shown = ({ calls, failed, refused, inputTokens, outputTokens }: Figures) => ({
  calls,
  failed,
  refused,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
})
type Shown = Awaited<ReturnType<QuotaService['show']>>
const limitOf = ({ row, used, endsAt }: Shown) => ({
  id: row.id,
  subject: row.subject,
  subject_id: row.subjectId,
  unit: row.unit,
  period: row.period,
  max: row.max,
  used,
  resets_at: seconds(endsAt),
})

export function usageRoutes({ ledger, quotas, clock, namesOf }: UsageRoutesDeps): Handlers<typeof contract.openUsage> {
  return {
    usage: async (input) => {
      const today = Math.floor(clock.now() / DAY)
      const to = input.to ? dayOf(input.to) : today
      const from = input.from ? dayOf(input.from) : to - 29
      if (!Number.isFinite(from) || !Number.isFinite(to))
        throw badInput('from', 'is not a valid date', '不是有效的日期')
      if (from > to || to - from > MAX_DAYS)
        throw badInput('from', `at most ${MAX_DAYS} days before to`, `须在 to 之前且不超过 ${MAX_DAYS} 天`)
      const rows = await ledger.usage({ spaceId: input.workspace_id, botId: input.bot_id, from, to, by: input.by })
      const names = input.by === 'bot' ? await namesOf(rows.map(({ key }) => key)) : undefined
      const items = rows.map(({ key, figures }) => ({
        key: input.by === 'day' ? textOf(Number(key)) : key,
        name: names?.get(key) ?? '',
        ...shown(figures),
      }))
      const sum = (
        name: keyof (typeof items)[number] & ('calls' | 'failed' | 'refused' | 'input_tokens' | 'output_tokens'),
      ) => items.reduce((total, item) => total + item[name], 0)
      return {
        items,
        total: {
          calls: sum('calls'),
          failed: sum('failed'),
          refused: sum('refused'),
          input_tokens: sum('input_tokens'),
          output_tokens: sum('output_tokens'),
        },
      }
    },
    limits: async (input) => ({ items: (await quotas.list(input.workspace_id)).map(limitOf) }),
    setLimit: async (input, ctx) => {
      const { workspace_id: spaceId, subject, unit, period, max } = input
      const subjectId = subject === 'space' ? spaceId : input.subject_id
      if (!subjectId) throw badInput('subject_id', 'say which', '请指定对象')
      if (subject === 'bot') {
        const { spaceId: lives } = await ctx.access.require(ctx.actor!, 'resource', subjectId, 'view')
        if (lives !== spaceId) throw errors.notFound({ what: 'bot' })
      }
      return limitOf(await quotas.set({ spaceId, subject, subjectId, unit, period, max }, ctx.userId))
    },
    removeLimit: async (input, ctx) => {
      await quotas.remove(input.workspace_id, input.limit_id, ctx.userId)
      return {}
    },
  }
}
