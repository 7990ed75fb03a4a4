import { languageNames, languages, useLanguage } from '#lib/i18n.ts'
import { themes, useTheme } from '#lib/theme.ts'
import { usePageTitle } from '#lib/title.ts'
import { Mark } from '#ui/mark.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { UiProvider } from '#ui/ui-provider.tsx'
import { ButtonsSection } from './buttons.section.tsx'
import { FeedbackSection } from './feedback.section.tsx'
import { FieldsSection } from './fields.section.tsx'
import { LayoutSection } from './layout.section.tsx'
import { MarksSection } from './marks.section.tsx'
import { OverlaysSection } from './overlays.section.tsx'
import { PageSection } from './page.section.tsx'
import { useSay } from './specimen.tsx'

/** Shows every component of the kit in its states, for viewing during development and for tests in a real browser. */
export function Gallery() {
  return (
    <UiProvider>
      <Page />
    </UiProvider>
  )
}

function Page() {
  const say = useSay()
  const [theme, setTheme] = useTheme()
  const [language, setLanguage] = useLanguage()
  const themeNames = { light: say('Light', '浅色'), dark: say('Dark', '深色'), system: say('System', '跟随系统') }
  usePageTitle(say('Gallery', '组件'))
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-3 py-2 border-b border-line bg-card px-5">
        <Mark />
        <h1 className="flex-1 text-title font-semibold">{say('Gallery', '组件')}</h1>
        <Segmented
          label={say('Language', '语言')}
          value={language}
          onChange={(next) => void setLanguage(next)}
          items={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Segmented
          label={say('Theme', '主题')}
          value={theme}
          onChange={setTheme}
          items={themes.map((value) => ({ value, label: themeNames[value] }))}
        />
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-300 flex-col gap-8 p-6">
          <PageSection />
          <ButtonsSection />
          <FieldsSection />
          <OverlaysSection />
          <MarksSection />
          <LayoutSection />
          <FeedbackSection />
        </div>
      </main>
    </div>
  )
}
