import { useMutation, useQuery } from '@tanstack/react-query'
import { Ban, UserCheck, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { mayInEnterprise } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  organizationsQuery,
  type Person,
  personQuery,
  type PersonRole,
  refreshEnterprise,
  useEnterprise,
} from '../enterprise.queries.ts'
import { personRoles, useEnterpriseRoleName } from '../use-role-names.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { WhySection } from './why-section.tsx'

/** The roles and resources of a person in the enterprise, and actions on them. */
export function PersonSheet({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT('enterprise')
  const roleName = useEnterpriseRoleName()
  const enterprise = useEnterprise()
  const id = enterprise.enterprise_id
  const isMe = useAccount().user_id_str === person.user_id
  const mayOwn = mayInEnterprise(enterprise, 'own')
  const isAdmin = person.enterprise_role_type_list.some((role) => role === 'Admin' || role === 'SuperAdmin')
  const mayTouch = mayOwn || !isAdmin
  const [removing, setRemoving] = useState(false)
  const { data } = useQuery(personQuery(id, person.user_id))
  const { data: organizations = [] } = useQuery(organizationsQuery(id))
  const who = { enterprise_id: id, user_id: person.user_id }
  const settled = { onSettled: () => refreshEnterprise(id) }
  const setRole = useMutation({
    mutationFn: (role: PersonRole) =>
      api.enterprisePeople.setRoles({ ...who, enterprise_role_type_list: [role] }, { toast: true }),
    onSuccess: () => void toast.ok(t('person.saved')),
    ...settled,
  })
  const place = useMutation({
    mutationFn: (organization_id: string) => api.enterprisePeople.place({ ...who, organization_id }, { toast: true }),
    onSuccess: () => void toast.ok(t('person.saved')),
    ...settled,
  })
  const restore = useMutation({
    mutationFn: () => api.enterprisePeople.restore(who, { toast: true }),
    onSuccess: () => void toast.ok(t('person.restored', { name: person.nick_name })),
    ...settled,
  })
  const suspend = () =>
    confirm({
      title: t('person.suspendTitle', { name: person.nick_name }),
      text: t('person.suspendText', {
        sessions: data?.sessions ?? 0,
        tokens: (data?.tokens ?? 0) + (data?.grants ?? 0),
      }),
      action: t('person.suspend'),
      danger: true,
      onConfirm: async () => {
        await api.enterprisePeople.suspend(who)
        await refreshEnterprise(id)
        toast.ok(t('person.suspended', { name: person.nick_name }))
      },
    })
  return (
    <SideSheet
      kind="enterprise-person"
      place="over"
      width={472}
      title={person.nick_name}
      caption={person.email || `@${person.name}`}
      tile={<Avatar name={person.nick_name} id={person.user_id} src={person.avatar_url} decorative />}
      onClose={onClose}
    >
      <SheetSection>
        <div className="flex flex-col gap-3">
          <Field label={t('people.role')} help={mayTouch ? undefined : t('person.superAdminsOnly')}>
            <Select
              disabled={!mayTouch || (isMe && !person.enterprise_role_type_list.includes('SuperAdmin'))}
              items={personRoles
                .filter(
                  (role) =>
                    mayOwn || role === 'Member' || role === 'Guest' || person.enterprise_role_type_list.includes(role),
                )
                .map((value) => ({ value, label: roleName(value), description: t(`roleText.${value}`) }))}
              value={person.enterprise_role_type_list[0] ?? null}
              onChange={(role) => setRole.mutate(role)}
            />
          </Field>
          {organizations.length > 1 && (
            <Field label={t('people.organization')}>
              <Select
                items={organizations.map((item) => ({ value: item.organization_id, label: item.name }))}
                value={person.organization_id || null}
                onChange={(organization) => place.mutate(organization)}
              />
            </Field>
          )}
        </div>
      </SheetSection>
      <SheetSection title={t('person.groups')}>
        <div className="flex flex-wrap gap-1.5">
          {data?.groups.map((group) => (
            <Tag key={group.id} tone="outline">
              {group.name}
            </Tag>
          ))}
          {data?.groups.length === 0 && <span className="text-mute">{t('person.noGroups')}</span>}
        </div>
      </SheetSection>
      <SheetSection title={t('person.reach')}>
        <p>
          {t('person.counts', { sessions: data?.sessions ?? 0, tokens: data?.tokens ?? 0, grants: data?.grants ?? 0 })}
        </p>
        <ul className="mt-1.5 flex flex-col gap-1">
          {data?.spaces.map((space) => (
            <li key={space.space_id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{space.name}</span>
              {space.owner && <Tag tone="brand">{t('person.owner')}</Tag>}
              <span className="text-small text-mute">{t('person.resources', { count: space.resources })}</span>
            </li>
          ))}
        </ul>
      </SheetSection>
      <WhySection userId={person.user_id} />
      {!isMe && (
        <SheetSection>
          <div className="flex gap-2">
            {person.status === 'suspended' ? (
              <Button icon={UserCheck} busy={restore.isPending} onClick={() => restore.mutate()}>
                {t('person.restore')}
              </Button>
            ) : (
              <Button icon={Ban} disabled={!mayTouch || person.status === 'leaving'} onClick={() => void suspend()}>
                {t('person.suspend')}
              </Button>
            )}
            <Button
              kind="danger"
              icon={UserMinus}
              disabled={!mayTouch || person.status === 'leaving'}
              onClick={() => setRemoving(true)}
            >
              {t('person.remove')}
            </Button>
          </div>
        </SheetSection>
      )}
      {removing && <RemoveDialog person={person} onClose={() => setRemoving(false)} />}
    </SideSheet>
  )
}
