import type { VariableShape } from '@orrery/engine/describe'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { shapeOfJson } from '../json-shape.ts'

interface JsonImportProps {
  onImport: (shapes: VariableShape[]) => void
  onClose: () => void
}

/** Derives names and types from an example. */
export function JsonImport({ onImport, onClose }: JsonImportProps) {
  const t = useT('workflow-node')
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <FormDialog
      size="md"
      title={t('vars.import')}
      description={t('vars.importText')}
      isDirty={text !== ''}
      isReady={text.trim() !== ''}
      action={t('vars.importDo')}
      onSubmit={() => {
        const shapes = shapeOfJson(text)
        setRefused(!shapes)
        if (!shapes) return
        onImport(shapes)
        onClose()
      }}
      onClose={onClose}
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
          placeholder='{ "name": "…", "items": [{ "id": 1 }] }'
        />
      </Field>
    </FormDialog>
  )
}
