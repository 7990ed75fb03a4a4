import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { createStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useCanvas } from '../canvas/canvas-context.ts'
import { titleOf } from '../document/canvas.ts'
import { findNode } from '../document/canvas-index.ts'
import { useDocumentStore } from '../document/document-context.tsx'

/** The node whose rename dialog is open. */
export const renaming = createStore<{ nodeId: string } | null>(null)

export function RenameHost() {
  const wanted = renaming.use()
  return wanted && <RenameDialog key={wanted.nodeId} nodeId={wanted.nodeId} />
}

function RenameDialog({ nodeId }: { nodeId: string }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { commands } = useCanvas()
  const node = findNode(store.get(), nodeId)
  const [title, setTitle] = useState(node ? titleOf(node) : '')
  const close = () => renaming.set(null)
  return (
    <Dialog
      open
      title={t('rename.title')}
      onOpenChange={(open) => !open && close()}
      onSubmit={(event) => {
        event.preventDefault()
        commands.rename(nodeId, title)
        close()
      }}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!title.trim()}>
            {t('rename.do')}
          </Button>
        </>
      }
    >
      <Field label={t('rename.name')}>
        <Input value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
      </Field>
    </Dialog>
  )
}
