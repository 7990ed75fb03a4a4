import { WandSparkles } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { DraftStore } from '../draft-store.ts'

const ImproveDialog = lazy(() => import('./improve-dialog.tsx').then((module) => ({ default: module.ImproveDialog })))

interface ImproveFromAnswerProps {
  store: DraftStore
  spaceId: string
  promptId: string
  question: string
  answer: string
}

/** Turns feedback on an answer into a change of the first message. */
export function ImproveFromAnswer({ store, spaceId, promptId, question, answer }: ImproveFromAnswerProps) {
  const t = useT('prompts')
  const [isOpen, setOpen] = useState(false)
  const { messages, variables } = store.use((now) => now.detail)
  const first = messages.findIndex(({ content }) => content?.trim())
  if (first < 0) return null
  const use = (content: string) =>
    store.edit({ messages: messages.map((message, at) => (at === first ? { ...message, content } : message)) })
  return (
    <>
      <Button kind="ghost" size="sm" icon={WandSparkles} className="self-start" onClick={() => setOpen(true)}>
        {t('improve.fromAnswer')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImproveDialog
            spaceId={spaceId}
            promptId={promptId}
            current={messages[first]!.content ?? ''}
            variables={variables.map(({ key }) => key)}
            about={{ question, answer }}
            onUse={use}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
