import { Link } from '@tanstack/react-router'
import { Library } from 'lucide-react'
import { useT } from '../../../lib/i18n.ts'
import { libraryLists } from '../../../lib/library-lists.ts'
import { useSpace } from '../../../lib/spaces.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TitleBar } from '../../../ui/title-bar.tsx'
import { TypeTile } from '../../../ui/type-tile.tsx'

/** The way to the resources of a space, kind by kind; each part of the studio brings its own list. */
export function LibraryPage() {
  const t = useT('empty')
  const space = useSpace()
  const lists = libraryLists.use()
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('library.title')} />
      <main className="min-h-0 flex-1 overflow-y-auto p-5">
        {lists.length === 0 ? (
          <EmptyState icon={Library} title={t('library.title')} text={t('library.text')} />
        ) : (
          <ul className="grid grid-cols-3 gap-4 max-lg:grid-cols-2 max-sm:grid-cols-1">
            {lists.map((list) => (
              <li key={list.id}>
                <Link
                  to={list.to}
                  params={{ space_id: space.id }}
                  className="flex h-full items-start gap-3 rounded-lg border border-line bg-card p-4 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-float"
                >
                  <TypeTile kind={list.kind} size={36} />
                  <span className="min-w-0">
                    <span className="block font-semibold">{list.label()}</span>
                    <span className="block text-small text-mute">{list.text()}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </main>
    </div>
  )
}
