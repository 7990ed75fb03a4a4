import { paperTypes } from '@orrery/contract/shared/desk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { openPaper } from '../open-paper.ts'

interface PaperDialogProps {
  spaceId: string
  onOpened: (documentId: string) => void
  onClose: () => void
}
const MAX_BYTES = 100 * 1024 * 1024

/** Uploads a paper. The document opens immediately, while the paper is still being processed and translated. */
export function PaperDialog({ spaceId, onOpened, onClose }: PaperDialogProps) {
  const t = useT('desk')
  const [file, setFile] = useState<File>()
  const open = useMutation({ mutationFn: (paper: File) => openPaper(spaceId, paper), onSuccess: onOpened })
  return (
    <FormDialog
      title={t('reader.add')}
      description={t('reader.addText')}
      isReady={file !== undefined}
      isDirty={file !== undefined}
      call={open}
      action={t('reader.open')}
      onSubmit={() => file && open.mutate(file)}
      onClose={onClose}
    >
      <FileDrop
        onFiles={([first]) => setFile(first)}
        accept={paperTypes.map((type) => `.${type}`).join(',')}
        maxBytes={MAX_BYTES}
        maxCount={1}
        note={file ? file.name : t('reader.types')}
      />
    </FormDialog>
  )
}
