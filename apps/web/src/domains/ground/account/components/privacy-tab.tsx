import { useT } from '#lib/i18n.ts'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Takeout } from './takeout.tsx'

export function PrivacyTab() {
  const t = useT('account')
  return (
    <div className="flex max-w-220 flex-col p-5">
      <SettingsSection title={t('takeout.title')} text={t('takeout.text')}>
        <Takeout />
      </SettingsSection>
    </div>
  )
}
