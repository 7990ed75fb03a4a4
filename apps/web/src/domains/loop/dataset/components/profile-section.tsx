import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { Dataset } from '../dataset.queries.ts'
import { type FieldProfile, profileQuery } from '../quality.queries.ts'

const share = (part: number, all: number) => (all ? Math.round((part / all) * 100) : 0)

/** A profile of each field: empty values, lengths, languages, frequent values and the distribution of numbers. */
export function ProfileSection({ dataset }: { dataset: Dataset }) {
  const t = useT('dataset')
  const { data, error } = useQuery(profileQuery(dataset.id))
  const columns: Column<FieldProfile>[] = [
    { id: 'name', head: t('list.name'), cell: ({ name }) => <span data-user-text>{name}</span> },
    {
      id: 'empty',
      head: t('profile.empty'),
      width: 90,
      cell: ({ empty, filled }) => t('profile.share', { share: share(empty, empty + filled) }),
    },
    { id: 'distinct', head: t('profile.distinct'), width: 110, cell: ({ distinct }) => formatNumber(distinct) },
    {
      id: 'length',
      head: t('profile.length'),
      width: 150,
      hideBelow: 'md',
      cell: ({ minLength, averageLength, maxLength }) =>
        t('profile.lengths', {
          min: formatNumber(minLength),
          average: formatNumber(averageLength),
          max: formatNumber(maxLength),
        }),
    },
    {
      id: 'languages',
      head: t('profile.languages'),
      hideBelow: 'md',
      cell: ({ languages, filled }) =>
        languages
          .slice(0, 3)
          .map(({ name, count }) => `${t(`profile.language.${name as LanguageKey}`)} ${share(count, filled)}%`)
          .join(', '),
    },
    { id: 'values', head: t('profile.values'), hideBelow: 'lg', cell: (field) => <Values field={field} /> },
  ]
  return (
    <SettingsSection title={t('profile.title')} text={t('profile.text')}>
      {error ? (
        <ErrorPanel error={error} />
      ) : (
        <>
          {data && (
            <p role="status" className="mb-2 text-mute">
              {t('profile.rows', {
                count: data.rows,
                rows: formatNumber(data.rows),
                duplicates: formatNumber(data.duplicates),
              })}
            </p>
          )}
          <Table
            label={t('profile.title')}
            columns={columns}
            rows={data?.fields ?? []}
            rowKey={({ key }) => key}
            rowName={({ name }) => name}
            loading={data ? 0 : 3}
          />
        </>
      )}
    </SettingsSection>
  )
}
type LanguageKey = 'zh' | 'ja' | 'ko' | 'latin' | 'cyrillic' | 'arabic' | 'none'

/** A histogram of numbers, or texts by frequency. */
function Values({ field: { numbers, frequent } }: { field: FieldProfile }) {
  const t = useT('dataset')
  if (!numbers)
    return (
      <span data-user-text className="block truncate text-mute">
        {frequent
          .slice(0, 3)
          .map(({ name, count }) => `${name.slice(0, 40)} ×${formatNumber(count)}`)
          .join(', ')}
      </span>
    )
  const most = Math.max(1, ...numbers.histogram.map(({ count }) => count))
  const label = t('profile.numbers', {
    min: formatNumber(numbers.min),
    average: formatNumber(numbers.average),
    max: formatNumber(numbers.max),
  })
  return (
    <span role="img" aria-label={label} title={label} className="flex h-6 items-end gap-px">
      {numbers.histogram.map(({ from, count }) => (
        <span
          key={from}
          style={{ height: `${Math.max(4, (count / most) * 100)}%` }}
          className="w-3 rounded-t-xs bg-brand-solid"
        />
      ))}
    </span>
  )
}
