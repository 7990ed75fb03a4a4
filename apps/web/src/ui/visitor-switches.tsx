import { Moon, Sun } from 'lucide-react'
import { languageNames, languages, useLanguage, useT } from '#lib/i18n.ts'
import { useTheme } from '#lib/theme.ts'
import { IconButton } from './icon-button.tsx'
import { Segmented } from './segmented.tsx'

/** Language and theme for pages without an account menu: the sign-in page and the documentation. */
export function VisitorSwitches() {
  const t = useT('ui')
  const [language, setLanguage] = useLanguage()
  return (
    <>
      <Segmented
        size="sm"
        label={t('switches.language')}
        items={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        value={language}
        onChange={(next) => void setLanguage(next)}
      />
      <ThemeButton />
    </>
  )
}

/** Toggles between light and dark, even if the page follows the system. */
function ThemeButton() {
  const t = useT('ui')
  const [theme, setTheme] = useTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <IconButton
      size="lg"
      icon={isDark ? Sun : Moon}
      label={isDark ? t('switches.light') : t('switches.dark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}
