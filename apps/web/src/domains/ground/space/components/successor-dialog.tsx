import type { Member, Space } from '@orrery/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { goHome } from '../go-home.ts'
import { filterMembers } from '../member-list.ts'
import { refreshSpace } from '../space.queries.ts'

interface SuccessorDialogProps {
  space: Space
  /** Everyone who could own the space. */
  candidates: readonly Member[]
  first?: Member
  /** Whether the owner leaves instead of staying as an admin. */
  leaving: boolean
  onClose: () => void
}

const toChoice = (member: Member) => ({
  value: member.user_id,
  label: member.name,
  description: `@${member.user_name}`,
  member,
})
const shownAtOnce = 50

/** Transfers the ownership of a space; the former owner stays or leaves. */
export function SuccessorDialog({ space, candidates, first, leaving, onClose }: SuccessorDialogProps) {
  const t = useT('space')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(first ? toChoice(first) : null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const search = useCallback(
    async (word: string) => filterMembers(candidates, word, 'any').slice(0, shownAtOnce).map(toChoice),
    [candidates],
  )
  const values = { space: space.name, name: chosen?.label ?? '' }

  const send = async () => {
    if (!chosen) return
    const input = { space_id: space.id, transfer_user_id: chosen.value }
    if (leaving) {
      await api.space.exit(input)
      toast.ok(t('leave.done', values))
      await goHome(space.id, navigate)
    } else {
      await api.space.transfer(input)
      await refreshSpace(space.id)
      toast.ok(t('handOver.done', values))
      onClose()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen || busy) return
    setBusy(true)
    setError(null)
    send()
      .catch(setError)
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={leaving ? t('leave.title', values) : t('handOver.title', values)}
      description={leaving ? t('leave.ownerText') : t('handOver.text')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind={leaving ? 'danger' : 'solid'} disabled={!chosen} busy={busy}>
            {leaving ? t('leave.ownerAction') : t('handOver.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('handOver.to')}>
          <Combobox
            value={chosen}
            onChange={setChosen}
            search={search}
            placeholder={t('handOver.choose')}
            searchPlaceholder={t('members.search')}
            tile={({ member }) => (
              <Avatar name={member.name} id={member.user_id} src={member.icon_url} size={20} decorative />
            )}
          />
        </Field>
        {error !== null && <ErrorPanel error={error} />}
      </div>
    </Dialog>
  )
}
