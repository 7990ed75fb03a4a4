import { useT } from '#lib/i18n.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { naturalSort, roleFilters, sortColumns } from '../member-list.ts'
import type { MembersAddress } from '../members-address.ts'

interface MembersFiltersProps {
  address: MembersAddress
  onAddress: (change: Partial<MembersAddress>) => void
}

export function MembersFilters({ address, onAddress }: MembersFiltersProps) {
  const t = useT('space')
  return (
    <FilterBar
      search={
        <SearchInput
          slash
          value={address.word}
          onChange={(word) => onAddress({ word })}
          placeholder={t('members.search')}
        />
      }
    >
      <Select
        prefix={t('filter.role')}
        items={roleFilters.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={address.role}
        onChange={(role) => onAddress({ role })}
      />
      <Select
        prefix={t('filter.sort')}
        items={sortColumns.map((value) => ({ value, label: t(`sort.${value}`) }))}
        value={address.sort.by}
        onChange={(by) => onAddress({ sort: naturalSort(by) })}
      />
    </FilterBar>
  )
}
