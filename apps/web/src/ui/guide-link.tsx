import { CircleHelp } from 'lucide-react'
import { guideFor } from '#lib/guide-pages.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

/** Opens the page of the guide about this screen in a new window, so that unsaved work stays open. */
export function GuideLink() {
  const t = useT('ui')
  const page = guideFor(location.pathname)
  if (!page) return null
  return (
    <Tooltip text={t('guide')}>
      <a
        href={`/docs/guide/${page}`}
        target="_blank"
        rel="noopener"
        aria-label={t('guide')}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-mute transition-colors hover:bg-hover hover:text-ink"
      >
        <Icon of={CircleHelp} size={14} />
      </a>
    </Tooltip>
  )
}
