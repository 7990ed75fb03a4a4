import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitCommitVertical, GitCompare, Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import type { Column } from '#ui/table.tsx'
import { type Dataset, type DatasetVersion, versionsQuery } from '../dataset.queries.ts'
import { DiffSheet } from './diff-sheet.tsx'
import { DescribeVersionDialog } from './describe-version-dialog.tsx'
import { NewVersionDialog } from './new-version-dialog.tsx'

/** The versions of a dataset: read one, compare two, edit the note of one. */
export function VersionsPanel({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  const t = useT('dataset')
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/datasets/$dataset_id' })
  const query = useInfiniteQuery(versionsQuery(dataset.id))
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? []
  const [compared, setCompared] = useState<DatasetVersion | null>(null)
  const [described, setDescribed] = useState<DatasetVersion | null>(null)
  const [isSaving, setSaving] = useState(false)
  const columns: Column<DatasetVersion>[] = [
    {
      id: 'version',
      head: t('list.version'),
      width: 160,
      cell: ({ version }) => <b className="font-medium">{version}</b>,
    },
    {
      id: 'note',
      head: t('version.note'),
      cell: ({ description }) => description || <span className="text-mute">{t('version.noNote')}</span>,
    },
    {
      id: 'rows',
      head: t('list.rows'),
      width: 110,
      align: 'end',
      cell: ({ itemCount }) => formatNumber(Number(itemCount)),
    },
    {
      id: 'created',
      head: t('version.at'),
      width: 140,
      hideBelow: 'md',
      cell: ({ createdAt }) => <DateTime at={Number(createdAt)} className="text-mute" />,
    },
  ]
  const create = mayEdit && (
    <Button kind="solid" icon={GitCommitVertical} disabled={!dataset.changeUncommitted} onClick={() => setSaving(true)}>
      {t('version.create')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {versions.length > 0 && (
          <div className="flex min-h-13 items-center gap-3 px-5">
            <p className="text-mute">{t('version.hint')}</p>
            <span className="ml-auto">{create}</span>
          </div>
        )}
        <PagedTable
          label={t('tab.versions')}
          query={query}
          failed={t('version.failed')}
          empty={
            <EmptyState
              icon={GitCommitVertical}
              title={t('version.none')}
              text={t('version.noneText')}
              action={create}
            />
          }
          columns={columns}
          rows={versions}
          size="one"
          rowKey={({ id }) => id}
          rowName={({ version }) => version}
          onOpen={({ id }) => void navigate({ search: { version: id } })}
          actions={(version) => (
            <>
              <IconButton
                size="sm"
                icon={GitCompare}
                label={t('diff.open', { version: version.version })}
                onClick={() => setCompared(version)}
              />
              {mayEdit && (
                <IconButton
                  size="sm"
                  icon={Pencil}
                  label={t('version.describe', { version: version.version })}
                  onClick={() => setDescribed(version)}
                />
              )}
            </>
          )}
        />
      </div>
      {compared && (
        <DiffSheet
          key={compared.id}
          dataset={dataset}
          from={compared}
          versions={versions}
          onClose={() => setCompared(null)}
        />
      )}
      {described && <DescribeVersionDialog dataset={dataset} version={described} onClose={() => setDescribed(null)} />}
      {isSaving && <NewVersionDialog dataset={dataset} onClose={() => setSaving(false)} />}
    </div>
  )
}
