import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FilterChip } from '#ui/filter-bar.tsx'
import { Input } from '#ui/input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { networkQuery } from './network.queries.ts'

/** Private addresses that may be called. Changes apply at once, without a restart. */
export function AddressList() {
  const t = useT('network')
  const { data } = useQuery(networkQuery)
  const [typed, setTyped] = useState('')
  const save = useMutation({
    mutationFn: (allow: string[]) => api.instance.saveNetwork({ allow }),
    onSuccess: () => setTyped(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: networkQuery.queryKey }),
  })
  const allow = data?.allow ?? []
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) save.mutate([...allow, typed.trim()])
  }
  return (
    <SettingsSection title={t('address')} text={t('address.text')}>
      <form noValidate onSubmit={add} className="flex flex-col gap-3">
        <Field label={t('address.add')} help={t('address.help')}>
          <div className="flex gap-2">
            <Input
              mono
              value={typed}
              placeholder="127.0.0.1:11434"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" icon={Plus} disabled={!data || typed.trim() === ''} busy={save.isPending}>
              {t('address.allow')}
            </Button>
          </div>
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
        <div role="group" aria-label={t('address')} className="flex flex-wrap gap-2">
          {allow.map((entry) => (
            <FilterChip key={entry} name={entry} onRemove={() => save.mutate(allow.filter((item) => item !== entry))}>
              <code>{entry}</code>
            </FilterChip>
          ))}
          {data?.fixed.map((entry) => (
            <Tag key={entry} tone="outline">
              {t('address.fixed', { entry })}
            </Tag>
          ))}
          {data && allow.length + data.fixed.length === 0 && (
            <p className="text-small text-mute">{t('address.none')}</p>
          )}
        </div>
      </form>
    </SettingsSection>
  )
}
