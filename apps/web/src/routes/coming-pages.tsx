import { Link, useParams } from '@tanstack/react-router'
import { Clapperboard, UsersRound } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { IconType } from '#ui/icon.tsx'
import { TitleBar } from '#ui/title-bar.tsx'

type Keys = TextKey<'empty'>
type PageKey = Keys extends infer K ? (K extends `${infer P}.title` ? P : never) : never

/** Stands for a part of the studio that is not built yet: its address is real, and the page says what will be there. */
function ComingPage({ page, icon }: { page: PageKey; icon: IconType }) {
  const t = useT('empty')
  const { space_id: spaceId } = useParams({ strict: false })
  const back = spaceId ? <Link to="/space/$space_id/develop" params={{ space_id: spaceId }} /> : undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t(`${page}.title`)} back={back} />
      <main className="flex min-h-0 flex-1 flex-col">
        <EmptyState icon={icon} title={t('soon')} text={t(`${page}.text`)} />
      </main>
    </div>
  )
}

export const SocialScenePage = () => <ComingPage icon={UsersRound} page="socialScene" />
export const DouyinBotPage = () => <ComingPage icon={Clapperboard} page="douyinBot" />
