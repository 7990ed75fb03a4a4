import { useState } from 'react'
import type { CellEditorProps } from '#domains/resources/database/index.ts'
import { useT } from '#lib/i18n.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import type { MediaType } from '../media-value.ts'
import { MediaField } from './media-field.tsx'

interface MediaEditorProps extends CellEditorProps {
  type: MediaType | 'parts'
}

/** Edits the files of a cell in a dialog, because the cell is too small. */
export function MediaEditor({ column, text: first, isTyped, onSave, onLeave, type }: MediaEditorProps) {
  const t = useT('dataset')
  // A letter typed in the grid only opens the dialog; it is not text of the value.
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
