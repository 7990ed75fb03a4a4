import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { AlarmService } from './alarm.service.ts'

const statuses = ['waiting', 'sent', 'failed'] as const
export interface AlarmRoutesDeps {
  alarms: AlarmService
  people: Pick<PassportService, 'getMany'>
}

export function alarmRoutes({ alarms, people }: AlarmRoutesDeps): Handlers<typeof contract.traceAlarms> {
  return {
    async list({ space_id }) {
      const rows = await alarms.list(space_id)
      return {
        alarms: rows.map((row) => ({
          id: row.id,
          name: row.name,
          metric: row.metric,
          is_above: row.isAbove,
          threshold: row.threshold,
          window_minutes: row.windowMinutes,
          min_runs: row.minRuns,
          object_key: row.objectKey,
          object_name: row.objectName,
          user_ids: row.userIds,
          webhook_url: row.webhookUrl,
          is_on: row.isOn,
          status: row.state,
          since: row.since,
          ...(row.value !== null && { value: row.value }),
          checked_at: row.checkedAt,
        })),
      }
    },
    async save({ space_id, alarm_id, alarm }, { userId }) {
      const { id, secret } = await alarms.save(space_id, userId, alarm_id, alarm)
      return { alarm_id: id, webhook_secret: secret }
    },
    async remove({ space_id, alarm_id }) {
      await alarms.remove(space_id, alarm_id)
      return {}
    },
    async events({ space_id, alarm_id }) {
      const { alarm, events, notices } = await alarms.events(space_id, alarm_id)
      const ids = [...notices.values()].flat().flatMap(({ userId }) => userId ?? [])
      const names = new Map((await people.getMany([...new Set(ids)])).map(({ id, name }) => [id, name]))
      return {
        events: events.map(({ id, type, value, at }) => ({
          id,
          type,
          ...(value !== null && { value }),
          at,
          notices: (notices.get(id) ?? []).map((notice) => ({
            way: notice.way,
            target: notice.userId ? (names.get(notice.userId) ?? '') : alarm.webhookUrl,
            status: statuses[notice.status],
            problem: notice.problem,
          })),
        })),
      }
    },
  }
}
