import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { creatingEnterprise, enterprisesQuery } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

export function CreateEnterpriseDialog() {
  const t = useT('enterprise')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const close = () => creatingEnterprise.set(false)
  const create = useMutation({
    mutationFn: () => api.enterprise.create({ name: name.trim() }),
    onSuccess: async ({ enterprise_id }) => {
      await queryClient.invalidateQueries({ queryKey: enterprisesQuery.queryKey })
      close()
      await navigate({ to: '/enterprise/$enterprise_id', params: { enterprise_id } })
    },
  })
  return (
    <FormDialog
      title={t('create.title')}
      description={t('create.text')}
      isReady={name.trim().length >= 2}
      isDirty={name !== ''}
      call={create}
      action={t('create.title')}
      onSubmit={() => create.mutate()}
      onClose={close}
    >
      <Field label={t('settings.name')} required>
        <Input
          value={name}
          limit={50}
          autoComplete="off"
          placeholder={t('create.placeholder')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
