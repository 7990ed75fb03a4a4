import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { readJson } from './debug-args.ts'
import type { ParamNode } from './param-tree.ts'
import { nodesOfValue } from './value-nodes.ts'

/** Converts the fields of a pasted request or response value to parameters. */
export function PasteDialog({ onClose, onPaste }: { onClose: () => void; onPaste: (nodes: ParamNode[]) => void }) {
  const t = useT('plugin')
  const [text, setText] = useState('')
  const value = readJson(text)
  const isBad = text.trim() !== '' && value === undefined
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('params.paste')}
      description={t('params.paste.text')}
      keepOnOutsidePress={text !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (value === undefined) return
        onPaste(nodesOfValue(value))
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={value === undefined}>
            {t('params.paste.action')}
          </Button>
        </>
      }
    >
      <Field label="JSON" error={isBad ? t('debug.fault.json') : undefined}>
        <Textarea
          mono
          rows={10}
          maxRows={20}
          spellCheck={false}
          value={text}
          placeholder='{ "query": "tile museum", "limit": 3 }'
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
