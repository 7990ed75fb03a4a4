import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { AuditLog } from '#domains/ground/space/index.ts'
import { userNamesQuery } from '../admin.queries.ts'

export function AuditTab() {
  const t = useT('shell')
  const { data: people } = useQuery(userNamesQuery)
  return (
    <AuditLog
      label={t('nav.admin.audit')}
      people={people}
      scope={['admin']}
      load={(input, signal) => api.instance.audit(input, { signal })}
    />
  )
}
