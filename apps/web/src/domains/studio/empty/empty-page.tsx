import { Link, useParams } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { IconType } from '#ui/icon.tsx'
import { TitleBar } from '#ui/title-bar.tsx'

type Keys = TextKey<'empty'>
type PageKey = Keys extends infer K ? (K extends `${infer P}.title` ? P : never) : never

/** A page whose part of the studio is not built yet: its place is real, and it says what will be there. */
export function EmptyPage({ page, icon }: { page: PageKey; icon: IconType }) {
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
