import { designFromAnswer } from '@orrery/engine/card'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useCardEditor } from '../card-context.ts'

/** Generates a layout for a pasted response of a tool. It replaces the card; undo reverts that. */
export function LayoutDialog({ onClose }: { onClose: () => void }) {
  const t = useT('card')
  const { store } = useCardEditor()
  const [text, setText] = useState('')
  const design = useMemo(() => designFromAnswer(parse(text)), [text])
  return (
    <FormDialog
      title={t('layout.title')}
      description={t('layout.text')}
      isDirty={text !== ''}
      isReady={design !== undefined}
      action={t('layout.action')}
      onSubmit={() => {
        if (design) store.edit(() => design)
        store.select('')
        onClose()
      }}
      onClose={onClose}
    >
      <Field label={t('layout.response')} error={text.trim() && !design ? t('layout.fault') : undefined} required>
        <Textarea mono rows={8} maxRows={16} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </FormDialog>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
