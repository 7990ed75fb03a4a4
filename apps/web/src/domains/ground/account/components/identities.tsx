import { useQuery } from '@tanstack/react-query'
import { Building2, Link } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { identitiesQuery } from '../account.queries.ts'

/** Company sign-ins, for people who belong to an enterprise. */
export function Identities() {
  const t = useT('account')
  const { data, error } = useQuery(identitiesQuery)
  if (error) return <ErrorPanel error={error} />
  if (!data || data.identities.length + data.linkable.length === 0) return null
  return (
    <SettingsSection title={t('identity.title')} text={t('identity.text')}>
      <div className="flex flex-col gap-3">
        {data.identities.map((identity) => (
          <div key={identity.connection_id} className="flex items-center gap-3">
            <Icon of={Building2} className="shrink-0 text-mute" />
            <div className="min-w-0">
              <p className="font-medium">{identity.name}</p>
              <p className="text-small text-mute">
                {t('identity.linked')} <DateTime at={identity.linked_at} />
                {' · '}
                {t('identity.used')} <DateTime at={identity.last_used_at} />
              </p>
            </div>
          </div>
        ))}
        {data.linkable.map((one) => (
          <Button
            key={one.connection_id}
            icon={Link}
            className="self-start"
            onClick={() => location.assign(`/api/sso/begin?connection_id=${one.connection_id}&purpose=link`)}
          >
            {t('identity.link', { name: one.name })}
          </Button>
        ))}
      </div>
    </SettingsSection>
  )
}
