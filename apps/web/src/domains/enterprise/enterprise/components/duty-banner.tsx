import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { ownDutiesQuery, useEnterprise } from '../enterprise.queries.ts'

/** What the security rules of the enterprise require of the user. */
export function DutyBanner() {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const { data } = useQuery(ownDutiesQuery(enterprise_id))
  if (!data?.factor_due_at) return null
  return (
    <Banner
      inset
      tone="warn"
      action={
        <Link to="/account/$" params={{ _splat: 'security' }} className="font-medium underline">
          {t('security.setUp')}
        </Link>
      }
    >
      {data.is_overdue ? t('security.overdue') : t('security.due', { date: formatDate(data.factor_due_at) })}
    </Banner>
  )
}
