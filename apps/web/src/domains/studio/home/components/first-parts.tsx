import { Suspense } from 'react'
import { firstPageParts } from '#lib/first-page-parts.ts'

/** Parts that higher districts register for spaces with few bots or none. */
export function FirstParts({ spaceId }: { spaceId: string }) {
  return firstPageParts.use().map(({ id, Content }) => (
    <Suspense key={id}>
      <Content spaceId={spaceId} />
    </Suspense>
  ))
}
