import { lazy, Suspense } from 'react'
import { createStore } from '#lib/store.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { hostsWanted } from './hosts-wanted.ts'

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
const asked = createStore<Asked | null>(null)

/** Asks from anywhere, also outside of components: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  asked.current()?.answer(false)
  hostsWanted.set(true)
  return new Promise((resolve) => asked.set({ id: ++count, question, open: true, answer: resolve }))
}

/** Stands once, near the root. */
export function ConfirmHost() {
  const current = asked.use()
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
          // The caller may have asked again in the meantime: keep the newer question.
          if (asked.current()?.id === current.id) asked.set({ ...current, open: false })
        }}
      />
    </Suspense>
  )
}
