import { lazy } from 'react'
import { firstPageParts } from '#lib/first-page-parts.ts'

const TemplateRow = lazy(() =>
  import('./components/template-row.tsx').then((module) => ({ default: module.TemplateRow })),
)

/** Offers templates on the first page of a space. */
export function addExploreActions(): void {
  firstPageParts.add({ id: 'templates', Content: TemplateRow })
}
