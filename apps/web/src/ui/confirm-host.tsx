import { lazy, Suspense } from 'react'
import { createStore } from '#lib/store.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { hostsNeeded } from './hosts-needed.ts'

// Dialogs are not part of the first load: the first question loads them.
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

export type Question = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm'> & {
  /** Runs while the dialog is still open; without it only the answer is returned. */
  onConfirm?: ConfirmDialogProps['onConfirm']
}

interface Asked {
  id: number
  question: Question
  open: boolean
  answer: (yes: boolean) => void
}

let count = 0
const currentQuestion = createStore<Asked | null>(null)

/** Asks for confirmation from anywhere, even outside of components: `if (await confirm({ … })) …`. */
export function confirm(question: Question): Promise<boolean> {
  currentQuestion.current()?.answer(false)
  hostsNeeded.set(true)
  return new Promise((resolve) => currentQuestion.set({ id: ++count, question, open: true, answer: resolve }))
}

/** Rendered once, near the root. */
export function ConfirmHost() {
  const current = currentQuestion.use()
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
          // A promise keeps its first result, so this `false` has no effect after a confirmation.
          current.answer(false)
          // The caller may have asked again in the meantime: keep the newer question.
          if (currentQuestion.current()?.id === current.id) currentQuestion.set({ ...current, open: false })
        }}
      />
    </Suspense>
  )
}
