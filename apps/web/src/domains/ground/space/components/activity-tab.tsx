import type { Space } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { membersQuery } from '../space.queries.ts'
import { AuditLog } from './audit-log.tsx'

export function ActivityTab({ space }: { space: Space }) {
  const t = useT('space')
  const { data } = useQuery(membersQuery(space.id))
  const people = new Map(data?.member_info_list.map((member) => [member.user_id, member.name]))
  return (
    <AuditLog
      label={t('tab.activity')}
      people={people}
      scope={['space', space.id]}
      load={(input, signal) => api.instance.spaceAudit({ space_id: space.id, ...input }, { signal })}
    />
  )
}
