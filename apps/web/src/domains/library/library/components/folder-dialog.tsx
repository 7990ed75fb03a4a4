import { FolderType } from '@orrery/contract/shared/project-enums'
import { FOLDER_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import type { Folder } from '../folder.queries.ts'
import { refreshLibrary } from '../library.queries.ts'

interface FolderDialogProps {
  spaceId: string
  /** The folder to rename; without it a new one is created. */
  folder?: Folder
  /** The parent folder of a new folder. */
  parentId: string | undefined
  onClose: () => void
}

export function FolderDialog({ spaceId, folder, parentId, onClose }: FolderDialogProps) {
  const t = useT('library')
  const [name, setName] = useState(folder?.name ?? '')
  const save = useMutation({
    mutationFn: async (): Promise<unknown> =>
      folder
        ? api.folder.update({ folder_id: folder.id, name: name.trim() })
        : api.folder.create({
            space_id: spaceId,
            type: FolderType.resource,
            name: name.trim(),
            parent_folder_id: parentId,
          }),
    onSuccess: async () => {
      await refreshLibrary()
      onClose()
    },
  })
  return (
    <FormDialog
      title={folder ? t('folder.renameTitle', { name: folder.name }) : t('folder.new')}
      isDirty={name !== (folder?.name ?? '')}
      isReady={name.trim() !== ''}
      call={save}
      error={null}
      action={t(folder ? 'folder.rename' : 'folder.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('folder.name')} error={save.error && readFieldError(save.error).text}>
        <Input
          value={name}
          maxLength={FOLDER_LIMITS.name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
