import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useEditor } from '../document/editor-context.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { VoiceFields } from '#domains/chat/model/index.ts'
import { type ChatRole, saveRole } from './role.queries.ts'

const maxQuestions = 10

/** Edits the name, picture and opening message of a chatflow. */
export function RoleDialog({ role, onClose }: { role: ChatRole; onClose: () => void }) {
  const t = useT('workflow-run')
  const { workflowId, spaceId } = useEditor()
  const [edited, setEdited] = useState(role)
  const set = (change: Partial<ChatRole>) => setEdited((before) => ({ ...before, ...change }))
  const save = useMutation({ mutationFn: () => saveRole(workflowId, edited), onSuccess: onClose })
  return (
    <FormDialog
      size="md"
      title={t('role.title')}
      description={t('role.text')}
      isReady
      call={save}
      action={t('role.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="flex items-start gap-4">
        <RolePicture role={edited} onChange={(avatarUri, avatarUrl) => set({ avatarUri, avatarUrl })} />
        <Field label={t('role.name')} className="flex-1">
          <Input value={edited.name} limit={50} onChange={(event) => set({ name: event.target.value })} />
        </Field>
      </div>
      <Field label={t('role.description')}>
        <Textarea
          rows={2}
          limit={500}
          value={edited.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field label={t('role.prologue')}>
        <Textarea
          rows={3}
          limit={1000}
          value={edited.prologue}
          onChange={(event) => set({ prologue: event.target.value })}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{t('role.questions')}</legend>
        {edited.questions.map((question, at) => (
          <span key={at} className="flex items-center gap-2">
            <Input
              aria-label={t('role.question', { at: at + 1 })}
              value={question}
              limit={100}
              onChange={(event) => set({ questions: edited.questions.with(at, event.target.value) })}
            />
            <IconButton
              icon={Trash2}
              kind="danger"
              label={t('role.removeQuestion', { at: at + 1 })}
              onClick={() => set({ questions: edited.questions.toSpliced(at, 1) })}
            />
          </span>
        ))}
        <span className="flex items-center justify-between">
          <Button
            size="sm"
            icon={Plus}
            disabled={edited.questions.length >= maxQuestions}
            onClick={() => set({ questions: [...edited.questions, ''] })}
          >
            {t('role.addQuestion')}
          </Button>
          <Switch checked={edited.showsAll} onChange={(showsAll) => set({ showsAll })}>
            {t('role.showsAll')}
          </Switch>
        </span>
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 font-medium">{t('role.voices')}</legend>
        <VoiceFields spaceId={spaceId} chosen={edited.voices} onChange={(voices) => set({ voices })} />
        <Switch checked={edited.readsAloud} onChange={(readsAloud) => set({ readsAloud })}>
          {t('role.readAloud')}
        </Switch>
      </fieldset>
    </FormDialog>
  )
}

function RolePicture({ role, onChange }: { role: ChatRole; onChange: (uri: string, url: string) => void }) {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const upload = async (file: File) => {
    const { result, error } = await createUpload<StoredFile>({ file, biz: 'bot_icon' }).start()
    if (!result) throw error ?? new Error(t('file.failed', { name: file.name, reason: '' }))
    onChange(result.uri, result.url)
  }
  return (
    <ImageUpload onUpload={upload} label={t('role.picture')}>
      <PictureTile id={workflowId} kind="bot" src={role.avatarUrl} size={64} />
    </ImageUpload>
  )
}
