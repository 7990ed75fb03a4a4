import { Suspense } from 'react'
import { firstPageParts } from '#lib/first-page-parts.ts'

/** What higher parts of the studio offer where a space has few bots or none. */
export function FirstParts({ spaceId }: { spaceId: string }) {
  return firstPageParts.use().map(({ id, Content }) => (
    <Suspense key={id}>
      <Content spaceId={spaceId} />
    </Suspense>
  ))
}
