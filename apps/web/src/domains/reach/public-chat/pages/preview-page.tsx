import { lazy, Suspense } from 'react'
import type { PreviewLink } from '../preview-token.ts'

const DraftPreview = lazy(() =>
  import('../components/draft-preview.tsx').then((module) => ({ default: module.DraftPreview })),
)

/** The preview of a draft on another device. */
export function PreviewPage(link: PreviewLink) {
  return (
    <Suspense fallback={null}>
      <DraftPreview {...link} />
    </Suspense>
  )
}
