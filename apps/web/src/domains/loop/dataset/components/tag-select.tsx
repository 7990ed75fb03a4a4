import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import { labelsQuery } from '#domains/loop/label/index.ts'

interface TagSelectProps {
  spaceId: string
  label: string
  disabled: boolean | undefined
  value: string
  onChange: (tagKeyId: string) => void
}

/** Selects the tag whose values a field takes: an active tag, or the current one. */
export function TagSelect({ spaceId, label, disabled, value, onChange }: TagSelectProps) {
  const t = useT('dataset')
  const { data } = useQuery(labelsQuery(spaceId))
  const tags = data?.tags.filter(({ status, tagKeyID }) => status === 1 || tagKeyID === value) ?? []
  return (
    <Select
      className="mt-1"
      label={label}
      disabled={disabled}
      placeholder={t('fields.tagPlaceholder')}
      value={value || null}
      onChange={onChange}
      items={tags.map(({ tagKeyID, tagKeyName }) => ({ value: tagKeyID, label: tagKeyName }))}
    />
  )
}
