import { useT } from '#lib/i18n.ts'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { BreakGlass } from './break-glass.tsx'
import { Connections } from './connections.tsx'
import { EmailDomains } from './email-domains.tsx'

/** How people of an enterprise sign in. */
export function SignInTab() {
  const t = useT('sso')
  return (
    <SettingsPage>
      <SettingsSection title={t('domain.title')} text={t('domain.text')}>
        <EmailDomains />
      </SettingsSection>
      <SettingsSection title={t('connection.title')} text={t('connection.text')}>
        <Connections />
      </SettingsSection>
      <SettingsSection title={t('glass.title')} text={t('glass.text')}>
        <BreakGlass />
      </SettingsSection>
    </SettingsPage>
  )
}
