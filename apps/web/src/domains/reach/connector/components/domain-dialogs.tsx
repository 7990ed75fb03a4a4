import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Domain, refreshConnectors } from '../connector.queries.ts'

const hostName = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/i
const fileName = /^[\w-]{1,100}\.txt$/
const isVerified = 1

export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const t = useT('connector')
  const form = useForm({ domain: '' })
  const domain = form.values.domain.trim()
  const isName = domain === '' || hostName.test(domain)
  const add = useMutation({
    mutationFn: () => api.miniProgram.setDomains({ domain_list: [domain] }),
    onSuccess: async () => {
      await refreshConnectors()
      toast.ok(t('domain.added', { domain }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('domain.add')}
      description={t('domains.text')}
      isDirty={form.isDirty}
      isReady={domain !== '' && isName}
      call={add}
      action={t('domain.add')}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field label={t('domain.name')} help={t('domain.help')} error={isName ? undefined : t('domain.fault')} required>
        <Input mono maxLength={253} spellCheck={false} {...form.text('domain')} />
      </Field>
    </FormDialog>
  )
}

/** The file by which the platform verifies that the author owns the domain. */
export function VerifyDialog({ domain: { id, domain, file_name }, onClose }: { domain: Domain; onClose: () => void }) {
  const t = useT('connector')
  const form = useForm({ name: file_name, content: '' })
  const [name, content] = [form.values.name.trim(), form.values.content.trim()]
  const verify = useMutation({
    mutationFn: () => api.miniProgram.verify({ id, file_name: name, file_content: content }),
    onSuccess: async ({ status }) => {
      await refreshConnectors()
      if (status === isVerified) toast.ok(t('domain.verified', { domain }))
      // If the verification failed, the list shows the reason.
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('domain.verifyOf', { domain })}
      description={t('domain.verify.text')}
      isDirty={form.isDirty}
      isReady={fileName.test(name) && content !== ''}
      call={verify}
      action={t('domain.verify')}
      onSubmit={() => verify.mutate()}
      onClose={onClose}
    >
      <Field label={t('domain.file')} required>
        <Input mono maxLength={104} spellCheck={false} placeholder="MP_verify_abc.txt" {...form.text('name')} />
      </Field>
      <Field label={t('domain.content')} required>
        <Input mono maxLength={1000} spellCheck={false} {...form.text('content')} />
      </Field>
    </FormDialog>
  )
}
