import { isId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError, type TriggerPort } from '@orrery/engine'
import type { Located } from '#kit/access.ts'
import type { TriggerService } from './trigger.service.ts'
import type { TriggerRow } from './trigger.table.ts'

/** The port of trigger nodes. It reaches only triggers of workflows in the same space. */
export function createTriggerPort(
  triggers: TriggerService,
  locate: (id: string) => Promise<Located | undefined>,
): TriggerPort {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  async function own(triggerId: string, spaceId: unknown): Promise<TriggerRow | undefined> {
    const row = isId(triggerId) ? await triggers.get(triggerId) : undefined
    return row && (await locate(row.workflowId))?.spaceId === spaceId ? row : undefined
  }
  return {
    async upsert({ triggerId, workflowId, config, payload, meta }, call) {
      const target = workflowId || call.workflowId
      const home = await locate(target)
      if (home?.kind !== 'workflow' || home.spaceId !== call.context.spaceId)
        throw new EngineError(ErrorCode.engine.notFound, `workflow ${target} is not in this space`, {
          zh: `此空间中没有工作流 ${target}`,
        })
      const known = triggerId ? await own(triggerId, call.context.spaceId) : undefined
      const { id } = await triggers.save({
        id: known?.id,
        workflowId: target,
        name: text(meta.name).slice(0, 100),
        eventId: 'schedule',
        config: {
          ...config,
          cron: text(config.cron ?? config.crontab),
          timeZone: text(config.timeZone ?? config.timezone) || 'UTC',
        },
        payload,
        setType: 3,
        isOpen: true,
        userId: text(call.context.userId),
      })
      return id
    },
    async remove(request, call) {
      const row = await own(text(request.triggerId), call.context.spaceId)
      return row ? triggers.remove(row.id, text(call.context.userId)) : 0
    },
    async read(request, call) {
      const row = request.triggerId ? await own(text(request.triggerId), call.context.spaceId) : undefined
      if (request.triggerId) return row ? [shown(row)] : []
      const { rows } = await triggers.list({ spaceId: text(call.context.spaceId), page: 1, size: 100 })
      return rows.map(shown)
    },
  }
}
const shown = (row: TriggerRow) => ({
  triggerId: row.id,
  triggerName: row.name,
  workflowId: row.workflowId,
  config: row.config,
  payload: row.payload,
  isOpen: row.isOpen,
})
