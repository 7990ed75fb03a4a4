import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { mayInEnterprise } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpaces } from '#lib/spaces.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

const durations = ['1', '30', '90', '180', '365', 'permanent'] as const
type Duration = (typeof durations)[number]

/** Creates a service identity in spaces to which its creator may add people. */
export function CreateIdentityDialog({ onClose, onDone }: { onClose: () => void; onDone: (token: string) => void }) {
  const t = useT('enterprise')
  const enterprise = useEnterprise()
  const spaces = useSpaces().filter(
    (space) => space.enterprise_id === enterprise.enterprise_id && mayInSpace(space, 'addMember'),
  )
  const [name, setName] = useState('')
  const [duration, setDuration] = useState<Duration>('90')
  const [isAll, setAll] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data: known } = useQuery({
    queryKey: ['token', 'permissions'],
    queryFn: ({ signal }) => api.token.supported({}, { signal }),
  })
  const all = (known?.permission_list ?? []).flatMap(({ resource_type: type, actions }) =>
    actions.map((action) => `${type}.${action}`),
  )
  const create = useMutation({
    mutationFn: () =>
      api.serviceIdentity.create({
        name: name.trim(),
        organization_id: enterprise.default_organization_id,
        duration_day: duration,
        permission: {
          workspace_permission: isAll
            ? { option: 2, permission_list: all }
            : { option: 1, workspace_id_list: [...chosen], permission_list: all },
        },
      }),
    onSuccess: async ({ token }) => {
      await refreshEnterprise(enterprise.enterprise_id)
      onClose()
      onDone(token)
    },
  })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <FormDialog
      title={t('identity.create')}
      description={t('identity.text')}
      size="md"
      isReady={name.trim() !== '' && all.length > 0 && (isAll || chosen.size > 0)}
      isDirty={name !== ''}
      call={create}
      action={t('identity.create')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('tokens.name')} required>
        <Input value={name} limit={50} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('tokens.expires')}>
        <Select
          items={durations.map((value) => ({
            value,
            label: value === 'permanent' ? t('tokens.never') : t('identity.days', { count: Number(value) }),
          }))}
          value={duration}
          onChange={setDuration}
        />
      </Field>
      <Field
        label={t('identity.spaces')}
        help={spaces.length === 0 ? t('identity.noSpaces') : t('identity.spacesHelp')}
      >
        <div className="flex flex-col gap-1.5">
          {mayInEnterprise(enterprise, 'own') && (
            <Checkbox checked={isAll} onChange={() => setAll(!isAll)}>
              {t('identity.all')}
            </Checkbox>
          )}
          {!isAll &&
            spaces.map((space) => (
              <Checkbox key={space.id} checked={chosen.has(space.id)} onChange={() => toggle(space.id)}>
                {space.name}
              </Checkbox>
            ))}
        </div>
      </Field>
    </FormDialog>
  )
}
