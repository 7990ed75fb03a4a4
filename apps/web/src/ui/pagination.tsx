import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { formatNumber } from '#lib/format.ts'
import { IconButton } from './icon-button.tsx'

interface PaginationProps {
  /** Starts at 1. */
  page: number
  pages: number
  onChange: (page: number) => void
}

/** For short numbered lists (documents, versions); long lists load on scroll. */
export function Pagination({ page, pages, onChange }: PaginationProps) {
  const t = useT('ui')
  return (
    <nav aria-label={t('pages.label')} className="flex items-center gap-1 text-small text-mute">
      <IconButton
        icon={ChevronLeft}
        label={t('pages.previous')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      />
      <span aria-live="polite" className="px-1 tabular-nums">
        {t('pages.of', { page: formatNumber(page), pages: formatNumber(pages) })}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t('pages.next')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  )
}
