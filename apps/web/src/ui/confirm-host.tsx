import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'

// Dialogs stay out of the first load: the first question brings them.
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

export type Question = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm'> & {
  /** Done while the dialog is still there; without it the answer alone is given back. */
  onConfirm?: ConfirmDialogProps['onConfirm']
}

interface Asked {
  id: number
  question: Question
  open: boolean
  answer: (yes: boolean) => void
}

let count = 0
let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks from anywhere, also outside of components: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => show({ id: ++count, question, open: true, answer: resolve }))
}

/** Stands once, near the root. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => asked)
  if (!current) return null
  return (
    <Suspense>
      <ConfirmDialog
        key={current.id}
        {...current.question}
        open={current.open}
        onConfirm={async () => {
          await current.question.onConfirm?.()
          current.answer(true)
        }}
        onOpenChange={(open) => {
          if (open) return
          // A promise keeps its first answer: after a yes this no is not heard.
          current.answer(false)
          // Who asked may have asked again meanwhile: the new question stays.
          if (asked?.id === current.id) show({ ...current, open: false })
        }}
      />
    </Suspense>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
