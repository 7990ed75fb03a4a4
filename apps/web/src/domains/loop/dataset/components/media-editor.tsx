import { useState } from 'react'
import type { CellEditorProps } from '#domains/resources/database/index.ts'
import { useT } from '#lib/i18n.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import type { MediaType } from '../media-value.ts'
import { MediaField } from './media-field.tsx'

interface MediaEditorProps extends CellEditorProps {
  type: MediaType | 'parts'
}

/** Edits a cell of files: a dialog, since a cell has no room for them. */
export function MediaEditor({ column, text: first, isTyped, onSave, onLeave, type }: MediaEditorProps) {
  const t = useT('dataset')
  // A letter that was typed in the grid opens the dialog and is nothing more.
  const [text, setText] = useState(isTyped ? '' : first)
  return (
    <FormDialog
      size="md"
      title={column.label}
      isReady
      isDirty={text !== first}
      action={t('media.save')}
      onSubmit={() => onSave(text, 'stay')}
      onClose={onLeave}
    >
      <MediaField label={column.label} type={type} text={text} onChange={setText} />
    </FormDialog>
  )
}
