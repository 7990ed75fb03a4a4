import { guideFor } from '#lib/guide-pages.ts'
import { useT } from '#lib/i18n.ts'

/** A text link to the guide, for empty screens whose purpose people may not know. */
export function GuideText() {
  const t = useT('ui')
  const page = guideFor(location.pathname)
  if (!page) return null
  return (
    <a href={`/docs/guide/${page}`} target="_blank" rel="noopener" className="link mt-3 text-small">
      {t('guide.read')}
    </a>
  )
}
