import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { AuditRetention } from './audit-retention.service.ts'
import type { AuditStreams } from './audit-stream.service.ts'
import type { AuditStreamRow } from './audit-stream.table.ts'

export function auditStreamRoutes(
  streams: AuditStreams,
  retention: AuditRetention,
): Handlers<typeof contract.auditStreams> {
  const view = (row: AuditStreamRow, head: number) => ({
    id: row.id,
    name: row.name,
    config: row.config,
    is_on: row.isOn,
    backlog: Math.max(0, head - row.cursor),
    failures: row.failures,
    last_error: row.lastError,
    last_sent_at: row.lastSentAt ?? 0,
    next_at: row.nextAt,
  })
  return {
    list: async ({ enterprise_id: enterpriseId }) => {
      const head = await streams.headOf(enterpriseId)
      const { months, droppedUntil } = await retention.of(enterpriseId)
      const rows = await streams.list(enterpriseId)
      return {
        streams: rows.map((row) => view(row, head)),
        retention_months: months,
        dropped_until: droppedUntil,
      }
    },
    create: async (input, ctx) => {
      const { row, signing } = await streams.create(
        input.enterprise_id,
        { name: input.name, config: input.config, secret: input.secret, isFromStart: input.is_from_start },
        ctx.userId,
      )
      return { stream: view(row, await streams.headOf(input.enterprise_id)), signing_secret: signing }
    },
    setState: async (input, ctx) => {
      await streams.setState(input.enterprise_id, input.stream_id, input.is_on, ctx.userId)
      return {}
    },
    remove: async (input, ctx) => {
      await streams.remove(input.enterprise_id, input.stream_id, ctx.userId)
      return {}
    },
    retain: async (input, ctx) => {
      const counted = await retention.preview(input.enterprise_id, input.months)
      if (!input.is_dry_run) await retention.save(input.enterprise_id, input.months, ctx.userId)
      return counted
    },
  }
}
