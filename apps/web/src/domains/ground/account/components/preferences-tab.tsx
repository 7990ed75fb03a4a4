import { Monitor, Moon, Sun } from 'lucide-react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { type Language, languageNames, languages, useLanguage, useT } from '#lib/i18n.ts'
import { themes, useTheme } from '#lib/theme.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { refreshAccount } from '../account.queries.ts'

const icons = { light: Sun, dark: Moon, system: Monitor }

/** Both apply at once, in this browser. The language is also stored in the account, for messages sent to it. */
export function PreferencesTab() {
  const t = useT('account')
  const account = useAccount()
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  const choose = async (next: Language) => {
    await setLanguage(next)
    if (account.locale === next) return
    await api.passport.updateProfile({ locale: next }, { toast: true })
    await refreshAccount()
  }
  return (
    <SettingsPage>
      <SettingsSection title={t('language.title')} text={t('language.text')}>
        <Segmented
          label={t('language.title')}
          items={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
          value={language}
          onChange={(next) => void choose(next)}
        />
      </SettingsSection>
      <SettingsSection title={t('theme.title')} text={t('theme.text')}>
        <div className="max-w-100">
          <RadioGroup
            label={t('theme.title')}
            items={themes.map((value) => ({
              value,
              label: t(`theme.${value}`),
              description: t(`theme.${value}Text`),
              icon: icons[value],
            }))}
            value={theme}
            onChange={setTheme}
          />
        </div>
      </SettingsSection>
    </SettingsPage>
  )
}
