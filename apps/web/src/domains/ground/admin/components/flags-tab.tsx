import { type FeatureFlag, featureFlagNames, featureFlags } from '@orrery/contract/shared/feature-flags'
import { useT } from '#lib/i18n.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useFlags } from '../use-flags.ts'

interface Row {
  name: FeatureFlag
  on: boolean
}

/** Everything that can be switched, with what it does and whom it concerns. */
export function FlagsTab() {
  const t = useT('admin')
  const names = useT('shell')
  const { query, change } = useFlags()
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const rows: Row[] = query.data ? featureFlagNames.map((name) => ({ name, on: query.data[name] })) : []
  const columns: Column<Row>[] = [
    {
      id: 'name',
      head: t('flags.name'),
      cell: ({ name, on }) => (
        <div className="py-2">
          <p className="font-medium">{t(`flags.of.${name}`)}</p>
          <p className="text-small whitespace-normal text-mute">{t(`flags.about.${name}`)}</p>
          <p className="text-small text-mute">
            <code>{name}</code>
            {on !== featureFlags[name].default && ` · ${t('flags.changed')}`}
          </p>
        </div>
      ),
    },
    {
      id: 'audience',
      head: t('flags.audience'),
      width: 180,
      hideBelow: 'md',
      cell: ({ name }) => t(`flags.audience.${featureFlags[name].audience}`),
    },
    {
      id: 'on',
      head: t('flags.on'),
      width: 100,
      cell: ({ name, on }) => (
        <Switch
          checked={on}
          label={t('flags.switch', { name: t(`flags.of.${name}`) })}
          onChange={(value) => change.mutate({ name, value })}
        />
      ),
    },
  ]
  return (
    <>
      <p className="shrink-0 px-5 py-3 text-mute">{t('flags.text')}</p>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Table
          label={names('nav.admin.features')}
          size="two"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.name}
          rowName={(row) => t(`flags.of.${row.name}`)}
          loading={query.isPending ? featureFlagNames.length : 0}
        />
      </div>
    </>
  )
}
