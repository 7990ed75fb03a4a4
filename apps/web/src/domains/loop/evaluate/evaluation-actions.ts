import { lazy } from 'react'
import { publishNotes } from '#lib/publish-notes.ts'

/** Registers the parts that evaluation adds to other pages of the studio. */
export function addEvaluationActions(): void {
  publishNotes.add({
    id: 'gate',
    Note: lazy(() => import('./components/publish-gate.tsx').then((module) => ({ default: module.PublishGate }))),
  })
}
