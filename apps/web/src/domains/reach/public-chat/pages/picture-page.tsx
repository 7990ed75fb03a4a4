import { lazy, Suspense } from 'react'
import type { Picture } from '../injected-picture.ts'

const StaticInterface = lazy(() =>
  import('../components/static-interface.tsx').then((module) => ({ default: module.StaticInterface })),
)

/** A static page of an interface, for taking an image of it. */
export function PicturePage(picture: Picture) {
  return (
    <Suspense fallback={null}>
      <StaticInterface {...picture} />
    </Suspense>
  )
}
