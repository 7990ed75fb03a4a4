import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { enginesQuery } from '../knowledge.queries.ts'

/** Connects the person's own search engine. It is tested before it is saved, so that saved engines work. */
export function EngineDialog({ onSaved, onClose }: { onSaved: (id: string) => void; onClose: () => void }) {
  const t = useT('knowledge')
  const { values, isDirty, text } = useForm({ instance_name: '', public_endpoint: '', username: '', password: '' })
  const address = values.public_endpoint.trim()
  const save = useMutation({
    mutationFn: async () => {
      const config = { ...values, instance_name: values.instance_name.trim(), public_endpoint: address }
      await api.knowledge.testEngine({ config })
      return api.knowledge.setEngine({ config })
    },
    onSuccess: async ({ storage_config_id: id }) => {
      await queryClient.invalidateQueries(enginesQuery)
      onSaved(id)
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('engine.add')}
      description={t('engine.text')}
      isDirty={isDirty}
      isReady={/^https?:\/\/\S+$/.test(address)}
      call={save}
      action={t('accounts.tryAndSave')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('engine.name')}>
        <Input {...text('instance_name')} limit={200} />
      </Field>
      <Field label={t('engine.address')} help={t('engine.addressHelp')} required>
        <Input {...text('public_endpoint')} mono placeholder="https://" spellCheck={false} />
      </Field>
      <Field label={t('engine.user')}>
        <Input {...text('username')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t('engine.password')} help={t('accounts.passwordHelp')}>
        <PasswordInput {...text('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  )
}
