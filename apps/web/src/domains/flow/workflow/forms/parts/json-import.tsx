import type { VariableShape } from '@orrery/engine/describe'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { shapeOfJson } from '../json-shape.ts'

interface JsonImportProps {
  onImport: (shapes: VariableShape[]) => void
  onClose: () => void
}

/** Reads names and types from an example. */
export function JsonImport({ onImport, onClose }: JsonImportProps) {
  const t = useT('workflow-node')
  const u = useT('ui')
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t('vars.import')}
      description={t('vars.importText')}
      keepOnOutsidePress={text !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        const shapes = shapeOfJson(text)
        setRefused(!shapes)
        if (!shapes) return
        onImport(shapes)
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{u('cancel')}</Button>
          <Button kind="solid" type="submit" disabled={!text.trim()}>
            {t('vars.importDo')}
          </Button>
        </>
      }
    >
      <Field label={t('vars.importExample')} error={isRefused && t('vars.importWrong')}>
        <Textarea
          mono
          rows={10}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setRefused(false)
          }}
          placeholder='{ "title": "Lisbon", "days": [{ "stops": ["…"] }] }'
        />
      </Field>
    </Dialog>
  )
}
