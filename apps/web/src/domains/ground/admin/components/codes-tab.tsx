import { useQuery } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { codesQuery } from '../admin.queries.ts'

type Code = { email: string; code: string; created_at: number; expires_at: number }

/** Without mail the owner passes the codes on, after checking who requested them. */
export function CodesTab() {
  const t = useT('admin')
  const names = useT('shell')
  const isNarrow = useNarrow()
  const query = useQuery(codesQuery)
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const codes = query.data ?? []
  const columns: Column<Code>[] = [
    { id: 'email', head: t('codes.email'), cell: (row) => <span className="font-medium">{row.email}</span> },
    {
      id: 'code',
      head: t('codes.code'),
      width: isNarrow ? 140 : 200,
      cell: (row) => (
        <span className="flex items-center gap-1">
          <code className="select-all">{row.code}</code>
          <CopyButton size="sm" text={row.code} label={t('codes.copy', { email: row.email })} />
        </span>
      ),
    },
    ...(isNarrow
      ? []
      : [
          {
            id: 'asked',
            head: t('codes.asked'),
            width: 140,
            cell: (row: Code) => <DateTime at={row.created_at} className="text-mute" />,
          },
        ]),
    {
      id: 'until',
      head: t('codes.until'),
      width: isNarrow ? 88 : 140,
      cell: (row) => <DateTime at={row.expires_at} className="text-mute" />,
    },
  ]
  return (
    <>
      <p className="shrink-0 px-5 py-4 text-mute">{t('codes.text')}</p>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.isSuccess && codes.length === 0 ? (
          <EmptyState icon={KeySquare} title={t('codes.empty')} text={t('codes.emptyText')} />
        ) : (
          <Table
            label={names('nav.admin.codes')}
            columns={columns}
            rows={codes}
            rowKey={(row) => row.email}
            rowName={(row) => row.email}
            size="one"
            loading={query.isPending ? 3 : 0}
          />
        )}
      </div>
    </>
  )
}
