import { useT } from '#lib/i18n.ts'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { SharedLocations } from './shared-locations.tsx'
import { Takeout } from './takeout.tsx'

export function PrivacyTab() {
  const t = useT('account')
  return (
    <SettingsPage>
      <SettingsSection title={t('takeout.title')} text={t('takeout.text')}>
        <Takeout />
      </SettingsSection>
      <SettingsSection title={t('locations')} text={t('locations.text')}>
        <SharedLocations />
      </SettingsSection>
    </SettingsPage>
  )
}
