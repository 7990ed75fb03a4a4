import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Group, groups, usageQuery } from '../usage.queries.ts'
import { UsageTable } from './usage-table.tsx'

/** Calls of programs, public pages and widgets, which limits count. */
export function OutsideCalls({ spaceId, days }: { spaceId: string; days: number }) {
  const t = useT('usage')
  const [by, setBy] = useState<Group>('day')
  const { data, error, isPending } = useQuery(usageQuery(spaceId, by, days))
  return (
    <section aria-label={t('outside')} className="overflow-hidden rounded-lg border border-line bg-card">
      <header className="flex flex-wrap items-center gap-3 px-4 py-3">
        <h2 className="mr-auto font-semibold">{t('outside')}</h2>
        <Segmented
          label={t('by')}
          value={by}
          onChange={setBy}
          items={groups.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
      </header>
      {error && !data ? (
        <ErrorPanel error={error} />
      ) : (
        <UsageTable by={by} rows={data?.items ?? []} isLoading={isPending} />
      )}
    </section>
  )
}
