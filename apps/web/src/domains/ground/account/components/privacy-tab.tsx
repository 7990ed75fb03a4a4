import { useT } from '#lib/i18n.ts'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Takeout } from './takeout.tsx'

export function PrivacyTab() {
  const t = useT('account')
  return (
    <SettingsPage>
      <SettingsSection title={t('takeout.title')} text={t('takeout.text')}>
        <Takeout />
      </SettingsSection>
    </SettingsPage>
  )
}
