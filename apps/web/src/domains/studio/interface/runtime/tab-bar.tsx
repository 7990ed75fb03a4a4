import { TAB_BAR_PAGES } from '@orrery/contract/shared/interface-limits'
import { pagesOf } from '@orrery/engine/interface'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { Runtime } from './runtime.ts'

/** A tab bar with the first pages at the bottom of a phone, if the author enabled it. */
export function TabBar({ runtime }: { runtime: Runtime }) {
  const t = useT('interface')
  const now = runtime.store.use((state) => state.page)
  const pages = pagesOf(runtime.document).slice(0, TAB_BAR_PAGES)
  if (!runtime.document.theme.tabBar || pages.length < 2) return null
  return (
    <nav
      aria-label={t('tabBar')}
      className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-4 flex border-t border-line bg-card"
    >
      {pages.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          // Titles are written by the author.
          data-user-text
          aria-current={id === now ? 'page' : undefined}
          onClick={() => runtime.open(id)}
          className={cn(
            'min-w-0 flex-1 truncate px-2 py-3 text-small',
            id === now ? 'font-medium text-brand' : 'text-mute',
          )}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
