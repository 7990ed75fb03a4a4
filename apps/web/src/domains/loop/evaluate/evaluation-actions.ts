import { lazy } from 'react'
import { publishNotes } from '#lib/publish-notes.ts'

/** What evaluation adds to pages of the studio. */
export function addEvaluationActions(): void {
  publishNotes.add({
    id: 'gate',
    Note: lazy(() => import('./components/publish-gate.tsx').then((module) => ({ default: module.PublishGate }))),
  })
}
