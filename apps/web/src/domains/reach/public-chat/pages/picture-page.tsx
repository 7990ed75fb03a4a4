import { lazy, Suspense } from 'react'
import type { Picture } from '../given-picture.ts'

const StillInterface = lazy(() =>
  import('../components/still-interface.tsx').then((module) => ({ default: module.StillInterface })),
)

/** A static page of an interface, for taking an image of it. */
export function PicturePage(picture: Picture) {
  return (
    <Suspense fallback={null}>
      <StillInterface {...picture} />
    </Suspense>
  )
}
