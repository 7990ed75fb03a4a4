import { type Slot, writeSlot } from '@orrery/engine/describe'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { useNodeForm } from '../form-context.tsx'

const FollowPromptDialog = lazy(() =>
  import('#domains/resources/prompt/index.ts').then((module) => ({ default: module.FollowPromptDialog })),
)

/** Selects the prompt and label that a node follows, as in the persona of a bot. */
export function PromptFollow({ slot, label }: { slot: Slot; label: Slot }) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  const { change } = useNodeForm()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size="xs" onClick={() => setOpen(true)}>
        {t('prompt.choose')}
      </Button>
      {isOpen && (
        <Suspense>
          <FollowPromptDialog
            spaceId={spaceId}
            onUse={(chosen) => change((before) => writeSlot(writeSlot(before, slot, chosen.key), label, chosen.label))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
