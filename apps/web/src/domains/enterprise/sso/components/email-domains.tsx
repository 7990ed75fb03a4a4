import { useMutation, useQuery } from '@tanstack/react-query'
import { BadgeCheck, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { domainsQuery, type EmailDomain, refreshSignIn, useEnterpriseId } from '../sso.queries.ts'

/** E-mail domains: adding, verification by a DNS record, removal. */
export function EmailDomains() {
  const t = useT('sso')
  const id = useEnterpriseId()
  const { data, error } = useQuery(domainsQuery(id))
  const [domain, setDomain] = useState('')
  const add = useMutation({
    mutationFn: () => api.ssoDomain.add({ enterprise_id: id, domain: domain.trim() }),
    onSuccess: () => {
      setDomain('')
      void refreshSignIn(id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (domain.trim() !== '' && !add.isPending) add.mutate()
  }
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-9" />
  return (
    <div className="flex flex-col gap-4">
      {data.map((row) => (
        <DomainRow key={row.id} domain={row} />
      ))}
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          label={t('domain.add')}
          error={add.error ? readFieldError(add.error).text : undefined}
          className="min-w-0 flex-1"
        >
          <Input
            placeholder={t('domain.example')}
            maxLength={253}
            value={domain}
            onChange={(event) => {
              add.reset()
              setDomain(event.target.value)
            }}
          />
        </Field>
        <Button type="submit" icon={Plus} busy={add.isPending} disabled={domain.trim() === ''}>
          {t('domain.addAction')}
        </Button>
      </form>
    </div>
  )
}

function DomainRow({ domain }: { domain: EmailDomain }) {
  const t = useT('sso')
  const id = useEnterpriseId()
  const verify = useMutation({
    mutationFn: () => api.ssoDomain.verify({ enterprise_id: id, domain_id: domain.id }),
    onSuccess: () => refreshSignIn(id),
  })
  const remove = () =>
    void confirm({
      title: t('domain.removeTitle', { name: domain.domain }),
      text: t('domain.removeText'),
      action: t('domain.remove'),
      danger: true,
      onConfirm: async () => {
        await api.ssoDomain.remove({ enterprise_id: id, domain_id: domain.id })
        await refreshSignIn(id)
      },
    })
  const { state } = domain
  const isVerified = state === 'verified'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{domain.domain}</span>
        <Tag tone={isVerified ? 'ok' : 'warn'}>{t(`domain.${state}`)}</Tag>
        <span className="flex-1" />
        {!isVerified && (
          <Button icon={BadgeCheck} busy={verify.isPending} onClick={() => verify.mutate()}>
            {t('domain.verify')}
          </Button>
        )}
        <IconButton icon={Trash2} label={t('domain.removeOf', { name: domain.domain })} onClick={remove} />
      </div>
      {!isVerified && (
        <div className="flex flex-col gap-1 text-small">
          <p className="text-mute">{t(`domain.how.${state}`)}</p>
          <CopyLine name={t('domain.record')} value={domain.record} />
          <CopyLine name={t('domain.value')} value={domain.challenge} />
        </div>
      )}
      {verify.error && <ErrorPanel error={verify.error} />}
    </div>
  )
}

/** A value to copy into another system. */
export function CopyLine({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-small">
      <span className="w-32 shrink-0 text-mute">{name}</span>
      <code className="min-w-0 truncate font-mono" title={value}>
        {value}
      </code>
      <CopyButton text={value} />
    </div>
  )
}
