import { type AuditArea, auditAreas } from '@orrery/contract/shared/audit-actions'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'

export interface AuditFilter {
  person: string
  area: AuditArea | ''
  days: '' | (typeof periods)[number]
  word: string
}
export const noAuditFilter: AuditFilter = { person: '', area: '', days: '', word: '' }
const periods = ['1', '7', '30', '90'] as const
const any = 'any'
const day = 24 * 3600_000

/** The filters as input of the call. Periods start at a full hour, so that repeated queries are equal. */
export function auditInput({ person, area, days, word }: AuditFilter) {
  const hour = 3600_000
  return {
    ...(person && { user_id: person }),
    ...(area && { area }),
    ...(days && { from: Math.floor((Date.now() - Number(days) * day) / hour) * hour }),
    ...(word.trim() && { word: word.trim() }),
  }
}

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (change: Partial<AuditFilter>) => void
  /** Names by id. */
  people: ReadonlyMap<string, string> | undefined
}

export function AuditFilters({ filter, onChange, people }: AuditFiltersProps) {
  const t = useT('space')
  const persons = [...(people ?? [])].map(([value, label]) => ({ value, label }))
  return (
    <FilterBar
      search={
        <SearchInput
          slash
          value={filter.word}
          onChange={(word) => onChange({ word })}
          placeholder={t('audit.filter.word')}
        />
      }
    >
      <Combobox
        label={t('audit.filter.person')}
        placeholder={t('audit.filter.anyone')}
        clearable
        items={persons}
        value={persons.find((person) => person.value === filter.person) ?? null}
        onChange={(person) => onChange({ person: person?.value ?? '' })}
        className="w-44"
      />
      <Select
        label={t('audit.filter.area')}
        items={[
          { value: any, label: t('audit.filter.anyArea') },
          ...auditAreas.map((area) => ({ value: area, label: t(`audit.area.${area}`) })),
        ]}
        value={filter.area || any}
        onChange={(area) => onChange({ area: area === any ? '' : (area as AuditArea) })}
        className="w-44"
      />
      <Select
        label={t('audit.filter.time')}
        items={[
          { value: any, label: t('audit.time.any') },
          ...periods.map((days) => ({ value: days, label: t(`audit.time.${days}`) })),
        ]}
        value={filter.days || any}
        onChange={(days) => onChange({ days: days === any ? '' : (days as AuditFilter['days']) })}
        className="w-36"
      />
    </FilterBar>
  )
}
