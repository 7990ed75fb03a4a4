import { useStore } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { hasOnlyEnds } from '../document/canvas.ts'
import { useDocument, useReadOnly } from '../document/document-context.tsx'
import { useCanvas } from './canvas-context.ts'

/** Minimum height of the canvas: a lower one has no room for the hint beside the cards. */
export const minHintHeight = 480

/** Explains how to begin while the canvas has only its start and end. */
export function FirstNodeHint() {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const isEmpty = useDocument(({ canvas }) => hasOnlyEnds(canvas))
  const hasRoom = useStore((state) => state.height >= minHintHeight)
  const { commands, openAdd } = useCanvas()
  if (!isEmpty || isReadOnly || !hasRoom) return null
  return (
    <div
      role="note"
      aria-label={t('first.title')}
      className="pointer-events-none absolute inset-x-4 top-16 z-canvas flex justify-center"
    >
      <div className="pointer-events-auto flex max-w-md flex-col items-center gap-2 rounded-xl border border-line bg-raised px-5 py-4 text-center shadow-float">
        <p className="font-semibold">{t('first.title')}</p>
        <p className="text-small text-mute">{t('first.text')}</p>
        <Button
          kind="soft"
          icon={Plus}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect()
            openAdd({ ...commands.spotOfSelection(), screen: { x: left, y: bottom + 4 } })
          }}
        >
          {t('first.add')}
          <KeyCap keys="n" silent />
        </Button>
      </div>
    </div>
  )
}
