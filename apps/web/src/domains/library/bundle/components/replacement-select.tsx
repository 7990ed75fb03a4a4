import { libraryKinds, type PortableKind } from '@orrery/contract/shared/resource-kinds'
import { useQueries } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import { replacementsQuery } from '../bundle.queries.ts'

const none = 'none'

interface StandInSelectProps {
  spaceId: string
  /** The kind to offer; without it the earlier choice is looked up among all kinds. */
  kind?: PortableKind
  value: string | null
  onChange: (to: string | null) => void
}

/** Chooses a resource of this space to replace one that the file refers to but does not contain. */
export function ReplacementSelect({ spaceId, kind, value, onChange }: StandInSelectProps) {
  const t = useT('bundle')
  const found = useQueries({
    queries: (kind ? [kind] : libraryKinds).map((item) => replacementsQuery(spaceId, item)),
    combine: (results) => results.map((result) => result.data ?? []),
  })
  const group = kind ? found[0]! : (found.find((rows) => rows.some((row) => row.res_id === value)) ?? [])
  return (
    <Select
      size="sm"
      className="max-w-80"
      label={t('standIn')}
      value={value ?? none}
      onChange={(to) => onChange(to === none ? null : to)}
      items={[
        { value: none, label: t('standIn.none') },
        ...group.map((row) => ({ value: row.res_id, label: row.name })),
      ]}
    />
  )
}
