import { useMutation, useQuery } from '@tanstack/react-query'
import { Link2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { mayInEnterprise } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type PersonRole, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'
import { personRoles, useEnterpriseRoleName } from '../use-role-names.ts'

/** Adds people by name, or with a link through which people apply. */
export function AddPeopleDialog({ onClose }: { onClose: () => void }) {
  const t = useT('enterprise')
  const roleName = useEnterpriseRoleName()
  const enterprise = useEnterprise()
  const id = enterprise.enterprise_id
  const mayOwn = mayInEnterprise(enterprise, 'own')
  const [word, setWord] = useState('')
  const [role, setRole] = useState<PersonRole>('Member')
  const [link, setLink] = useState('')
  const { data: found = [] } = useQuery({
    queryKey: ['enterprise', id, 'candidates', word.trim()],
    queryFn: async ({ signal }) =>
      (await api.enterprisePeople.candidates({ enterprise_id: id, search_key: word.trim() }, { signal }))
        .add_enterprise_people_data_list,
  })
  const add = useMutation({
    mutationFn: (user_id: string) =>
      api.enterprisePeople.add({
        enterprise_id: id,
        enterprise_people: [{ user_id, enterprise_role_type_list: [role] }],
        need_check_people_valid: true,
      }),
    onSuccess: () => void toast.ok(t('add.done')),
    onSettled: () => refreshEnterprise(id),
  })
  const create = useMutation({
    mutationFn: () => api.enterpriseJoin.createLink({ enterprise_id: id }),
    onSuccess: ({ key }) => setLink(`${location.origin}/join/${key}`),
  })
  const error = add.error ?? create.error
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('add.title')}
      description={t('add.text')}
      footer={<Button onClick={onClose}>{t('add.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('add.role')}>
          <Select
            items={personRoles
              .filter((item) => mayOwn || item === 'Member' || item === 'Guest')
              .map((value) => ({ value, label: roleName(value), description: t(`roleText.${value}`) }))}
            value={role}
            onChange={setRole}
          />
        </Field>
        <SearchInput value={word} onChange={setWord} placeholder={t('add.search')} />
        <ul aria-label={t('add.found')} className="flex max-h-60 flex-col gap-1 overflow-y-auto">
          {found.map((user) => (
            <li key={user.user_id} className="flex items-center gap-2.5 py-1">
              <Avatar name={user.nick_name} id={user.user_id} src={user.avatar_url} decorative />
              <span className="min-w-0 flex-1 truncate">
                {user.nick_name} <span className="text-mute">@{user.name}</span>
              </span>
              {user.joined ? (
                <Tag>{t('add.joined')}</Tag>
              ) : user.invited_user_status !== 'CanJoin' ? (
                <Tag tone="warn">{t(`add.${user.invited_user_status}`)}</Tag>
              ) : (
                <Button
                  size="sm"
                  icon={UserPlus}
                  busy={add.isPending && add.variables === user.user_id}
                  onClick={() => add.mutate(user.user_id)}
                >
                  {user.invited ? t('add.again') : t('add.invite')}
                </Button>
              )}
            </li>
          ))}
          {word.trim() !== '' && found.length === 0 && <li className="py-1 text-mute">{t('add.nobody')}</li>}
        </ul>
        <Field label={t('add.link')} help={t('add.linkHelp')}>
          {link ? (
            <div className="flex gap-2">
              <Input readOnly value={link} />
              <CopyButton text={link} />
            </div>
          ) : (
            <Button icon={Link2} busy={create.isPending} onClick={() => create.mutate()}>
              {t('add.createLink')}
            </Button>
          )}
        </Field>
        {error ? <ErrorPanel error={error} /> : null}
      </div>
    </Dialog>
  )
}
