import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { ConnectionForm } from '../connection-form.ts'
import { useEnterpriseId } from '../sso.queries.ts'

interface MappingFieldsProps {
  rows: ConnectionForm['mapping']
  /** The claims of the last test; without one any name can be typed. */
  claims: readonly string[]
  onChange: (rows: ConnectionForm['mapping']) => void
}

/** Maps values of claims to groups. */
export function MappingFields({ rows, claims, onChange }: MappingFieldsProps) {
  const t = useT('sso')
  const enterprise_id = useEnterpriseId()
  const { data: groups = [] } = useQuery({
    queryKey: ['enterprise', enterprise_id, 'groups'],
    queryFn: async ({ signal }) => (await api.enterpriseGroups.list({ enterprise_id }, { signal })).groups,
  })
  const set = (index: number, change: Partial<(typeof rows)[number]>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{t('mapping.title')}</legend>
      <p className="text-small text-mute">{groups.length === 0 ? t('mapping.noGroups') : t('mapping.text')}</p>
      {rows.map((row, index) => (
        <div key={String(index)} className="flex items-center gap-2">
          <Input
            aria-label={t('mapping.claim')}
            placeholder={t('mapping.claim')}
            list={claims.length ? 'claims-of-the-test' : undefined}
            maxLength={200}
            value={row.claim}
            onChange={(event) => set(index, { claim: event.target.value })}
          />
          <Input
            aria-label={t('mapping.value')}
            placeholder={t('mapping.value')}
            maxLength={300}
            value={row.value}
            onChange={(event) => set(index, { value: event.target.value })}
          />
          <Select
            label={t('mapping.group')}
            placeholder={t('mapping.group')}
            items={groups.map((group) => ({ value: group.group_id, label: group.name }))}
            value={row.group_id || null}
            onChange={(group_id) => set(index, { group_id })}
          />
          <IconButton
            icon={Trash2}
            label={t('mapping.remove')}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <datalist id="claims-of-the-test">
        {claims.map((claim) => (
          <option key={claim} value={claim} />
        ))}
      </datalist>
      {groups.length > 0 && (
        <Button
          icon={Plus}
          className="self-start"
          onClick={() => onChange([...rows, { claim: 'groups', value: '', group_id: '' }])}
        >
          {t('mapping.add')}
        </Button>
      )}
    </fieldset>
  )
}
