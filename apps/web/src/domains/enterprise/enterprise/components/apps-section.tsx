import { useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { installationsQuery } from '../enterprise.queries.ts'
import { AskAppDialog } from './ask-app-dialog.tsx'

/** The apps of an enterprise for its members: those installed, and a way to request another one. */
export function AppsSection({ enterpriseId }: { enterpriseId: string }) {
  const t = useT('enterprise')
  const [isAsking, setAsking] = useState(false)
  const { data = [] } = useQuery(installationsQuery(enterpriseId))
  const installed = data.filter((app) => app.installation_status.startsWith('approved'))
  return (
    <SettingsSection title={t('apps.title')} text={t('apps.titleText')}>
      {installed.length > 0 && (
        <ul aria-label={t('apps.title')} className="mb-3 flex flex-col gap-1">
          {installed.map((app) => (
            <li key={app.app_id + app.installation_status} className="flex items-center gap-2">
              <span className="truncate">{app.app_name}</span>
              <Tag tone="outline">{t(app.installation_status.endsWith('obo') ? 'apps.onBehalf' : 'apps.asItself')}</Tag>
            </li>
          ))}
        </ul>
      )}
      <Button icon={AppWindow} onClick={() => setAsking(true)}>
        {t('apps.ask')}
      </Button>
      {isAsking && <AskAppDialog onClose={() => setAsking(false)} />}
    </SettingsSection>
  )
}
