import type { Space } from '@orrery/contract'
import type { FormEvent } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { useAddPeople } from '../use-add-people.ts'
import { CandidateList } from './candidate-list.tsx'
import { InviteLink } from './invite-link.tsx'

/** Two ways to join: people with an account are added by name, all others use the link. */
export function InviteDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const t = useT('space')
  const adding = useAddPeople(space)
  const { text, addable, missing, busy } = adding
  const isTyped = text.trim() !== '' && missing.length === 0

  const add = async () => {
    const count = await adding.add()
    if (count === 0) return
    toast.ok(t('add.done', { count, space: space.name }))
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (isTyped) void adding.find()
    else if (addable.length > 0) void add()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t('invite.title', { space: space.name })}
      keepOnOutsidePress={addable.length > 0 || text !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="solid" disabled={addable.length === 0} busy={busy && !isTyped} onClick={() => void add()}>
            {addable.length === 0 ? t('add.none') : t('add.action', { count: addable.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <section className="flex flex-col gap-3">
          <Field
            label={t('add.label')}
            help={t('add.help')}
            error={missing.length > 0 ? t('add.missing', { names: missing.join(', ') }) : undefined}
          >
            <div className="flex gap-2">
              <Input
                value={text}
                onChange={(event) => adding.type(event.target.value)}
                placeholder={t('add.placeholder')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <Button type="submit" disabled={!isTyped} busy={busy && isTyped}>
                {t('add.find')}
              </Button>
            </div>
          </Field>
          <CandidateList adding={adding} />
          {adding.error !== null && <ErrorPanel error={adding.error} />}
        </section>
        <section aria-label={t('link.title')} className="border-t border-line pt-4">
          <InviteLink space={space} />
        </section>
      </div>
    </Dialog>
  )
}
