import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshBotLists } from '../../bot.queries.ts'

export interface CopiedApp {
  kind: 'bot' | 'project'
  id: string
  name: string
  spaceId: string
}

/** Copies a bot or project to this or another space. Only spaces where the person may create resources are listed. */
export function CopyDialog({ app, onClose }: { app: CopiedApp; onClose: () => void }) {
  const t = useT('bot')
  const nameOf = useSpaceName()
  const navigate = useNavigate()
  const spaces = useSpaces()
    .filter((space) => !space.hide_operation && mayInSpace(space, 'createResource'))
    .map((space) => ({ value: space.id, label: nameOf(space), space }))
  const [chosen, setChosen] = useState(spaces.find((space) => space.value === app.spaceId) ?? null)
  const copy = useMutation({
    mutationFn: (spaceId: string) => makeCopy(app, spaceId),
    onSuccess: (made, spaceId) => {
      void refreshBotLists()
      onClose()
      const open = () =>
        void (app.kind === 'bot'
          ? navigate({
              to: '/space/$space_id/bot/$bot_id',
              params: { space_id: spaceId, bot_id: made.id },
              search: { from: 'copy' },
            })
          : navigate({
              to: '/space/$space_id/project-ide/$project_id',
              params: { space_id: spaceId, project_id: made.id },
            }))
      toast.ok(t('copy.done', { name: made.name }), { action: { label: t('copy.see'), onClick: open } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen && !copy.isPending) copy.mutate(chosen.value)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('copy.title', { name: app.name })}
      description={t(app.kind === 'bot' ? 'copy.text' : 'copy.projectText')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!chosen} busy={copy.isPending}>
            {t('copy.action')}
          </Button>
        </>
      }
    >
      <Field label={t('copy.space')} required error={!chosen && t('copy.choose')}>
        <Combobox
          label={t('copy.space')}
          items={spaces}
          value={chosen}
          onChange={setChosen}
          tile={({ space }) => <SpaceTile id={space.id} name={nameOf(space)} src={space.icon_url} size={20} />}
        />
      </Field>
      {copy.error && (
        <ErrorPanel
          title={t(app.kind === 'bot' ? 'copy.failed' : 'copy.projectFailed')}
          error={copy.error}
          className="mt-3"
        />
      )}
    </Dialog>
  )
}

async function makeCopy({ kind, id }: CopiedApp, spaceId: string): Promise<{ id: string; name: string }> {
  if (kind === 'bot') {
    const made = await api.bot.duplicate({ bot_id: id, space_id: spaceId })
    return { id: made.bot_id, name: made.name }
  }
  return (await api.project.copy({ project_id: id, to_space_id: spaceId })).basic_info
}
