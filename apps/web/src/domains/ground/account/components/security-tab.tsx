import { useT } from '#lib/i18n.ts'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondStep } from './second-step.tsx'
import { SessionList } from './session-list.tsx'

export function SecurityTab() {
  const t = useT('account')
  return (
    <SettingsPage>
      <SettingsSection title={t('factor.title')} text={t('factor.text')}>
        <SecondStep />
      </SettingsSection>
      <SettingsSection title={t('passkey.title')} text={t('passkey.text')}>
        <Passkeys />
      </SettingsSection>
      <Identities />
      <section className="rounded-lg bg-card p-5 shadow-card">
        <h2 className="font-semibold">{t('session.title')}</h2>
        <SessionList />
      </section>
    </SettingsPage>
  )
}
