import type { Space } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Mail, RotateCw, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { readEmails } from '../read-emails.ts'
import { type MailInvitation, mailInvitationsQuery } from '../space.queries.ts'
import { useRoleName } from '../use-role-name.ts'

const roles = [SpaceRole.member, SpaceRole.admin] as const
type Invited = { emails: readonly string[]; role: (typeof roles)[number] }

/** Invitations by mail to single people, and those still pending. */
export function MailInvite({ space }: { space: Space }) {
  const t = useT('space')
  const roleName = useRoleName()
  const { data: instance } = useQuery(instanceQuery)
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<Invited['role']>(SpaceRole.member)
  const { emails, wrong } = readEmails(typed)
  const send = useSend(space.id, () => setTyped(''))
  if (instance && !instance.mail) return <p className="text-small text-mute">{t('mailInvite.off')}</p>
  const isReady = emails.length > 0 && wrong.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !send.isPending) send.mutate({ emails, role })
  }
  return (
    <div className="flex max-w-140 flex-col gap-5">
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
        <Field
          label={t('mailInvite.emails')}
          help={t('mailInvite.help')}
          error={wrong.length > 0 && t('mailInvite.wrong', { list: wrong.join(t('audit.comma')) })}
          className="w-full"
        >
          <Textarea rows={2} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Segmented
          label={t('mailInvite.role')}
          value={String(role)}
          onChange={(next) => setRole(Number(next) as Invited['role'])}
          items={roles.map((value) => ({ value: String(value), label: roleName(value) }))}
        />
        {send.error && <ErrorPanel error={send.error} />}
        <Button type="submit" icon={Mail} disabled={!isReady} busy={send.isPending}>
          {t('mailInvite.send')}
        </Button>
      </form>
      <Pending space={space} onAgain={(invitation) => send.mutate(invitation)} />
    </div>
  )
}

function useSend(spaceId: string, onSent: () => void) {
  const t = useT('space')
  return useMutation({
    mutationFn: ({ emails, role }: Invited) =>
      api.space.inviteByMail({ space_id: spaceId, emails: [...emails], space_role_type: role }),
    onSuccess: async ({ failed }, { emails }) => {
      const count = emails.length - failed.length
      if (count > 0) toast.ok(t('mailInvite.sent', { count }))
      if (failed.length > 0) toast.error(t('mailInvite.failed', { list: failed.join(t('audit.comma')) }))
      else onSent()
      await queryClient.invalidateQueries({ queryKey: mailInvitationsQuery(spaceId).queryKey })
    },
  })
}

function Pending({ space, onAgain }: { space: Space; onAgain: (invited: Invited) => void }) {
  const t = useT('space')
  const roleName = useRoleName()
  const { data = [] } = useQuery(mailInvitationsQuery(space.id))
  const cancel = async ({ id }: MailInvitation) => {
    await api.space.cancelInvitation({ space_id: space.id, invitation_id: id }, { toast: true })
    await queryClient.invalidateQueries({ queryKey: mailInvitationsQuery(space.id).queryKey })
    toast.ok(t('mailInvite.canceled'))
  }
  if (data.length === 0) return null
  return (
    <section>
      <h3 className="group-label mb-1">{t('mailInvite.pending')}</h3>
      <ul aria-label={t('mailInvite.pending')}>
        {data.map((invitation) => {
          const { id, email, space_role_type: role, invited_by: name, expires_at: until } = invitation
          return (
            <li key={id} className="flex items-center gap-2 border-b border-line py-2 last:border-b-0">
              <div className="min-w-0 flex-1">
                <div className="truncate font-medium">{email}</div>
                <div className="truncate text-small text-mute">
                  {t('mailInvite.note', { role: roleName(role), name, when: formatTime(until) })}
                </div>
              </div>
              <IconButton
                icon={RotateCw}
                label={t('mailInvite.againTo', { email })}
                onClick={() => onAgain({ emails: [email], role: role === SpaceRole.admin ? role : SpaceRole.member })}
              />
              <IconButton
                kind="danger"
                icon={X}
                label={t('mailInvite.cancelOf', { email })}
                onClick={() => void cancel(invitation)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
