import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import {
  BriefcaseBusiness,
  ChartColumn,
  Code,
  Globe,
  GraduationCap,
  House,
  Image,
  LayoutGrid,
  PenLine,
  Shapes,
  Zap,
} from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Icon, type IconType } from '#ui/icon.tsx'
import { categoriesQuery, type StoreSearch } from '../explore.queries.ts'

/** The icons of the built-in categories; those of the owner have a generic one. */
const glyphs: Record<string, IconType> = {
  '80000001': Zap,
  '80000002': PenLine,
  '80000003': GraduationCap,
  '80000004': BriefcaseBusiness,
  '80000005': ChartColumn,
  '80000006': Code,
  '80000007': House,
  '80000008': Image,
  '80000009': Globe,
}
const row =
  'flex h-8 items-center gap-2.5 rounded-md px-2 transition-colors hover:bg-hover aria-[current=true]:bg-hover aria-[current=true]:font-medium [&>svg]:text-mute'

/** The categories of the store, beside it. */
export function StoreCategories() {
  const t = useT('explore')
  const [language] = useLanguage()
  const path = useLocation({ select: (location) => location.pathname })
  const store = path === '/explore/template' ? 'template' : path === '/explore/plugin' ? 'plugin' : undefined
  const search: StoreSearch = useSearch({ strict: false })
  const { data: categories = [] } = useQuery({
    ...categoriesQuery(store ?? 'plugin', language),
    enabled: store !== undefined,
  })
  if (!store || categories.length === 0) return null
  const total = categories.reduce((sum, category) => sum + category.count, 0)
  const entries = [{ id: '', name: t('categories.all'), count: total }, ...categories]
  return (
    <nav aria-label={t('category')} className="mt-5 flex flex-col gap-0.5 px-2">
      <h2 className="group-label flex h-6 items-center px-2 font-normal">{t('categories')}</h2>
      {entries.map(({ id, name, count }) => (
        <Link
          key={id}
          to={`/explore/${store}`}
          search={{ ...search, category: id || undefined }}
          aria-current={(search.category ?? '') === id}
          className={row}
        >
          <Icon of={id === '' ? LayoutGrid : (glyphs[id] ?? Shapes)} className="shrink-0" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="text-small text-mute tabular-nums">{formatNumber(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
