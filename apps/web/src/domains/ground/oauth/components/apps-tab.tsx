import { useQuery } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { appsQuery, type OauthApp } from '../oauth.queries.ts'
import { AppDialog } from './app-dialog.tsx'
import { AppTable } from './app-table.tsx'

/** The apps that a person has registered. */
export function AppsTab() {
  const t = useT('oauth')
  const query = useQuery(appsQuery)
  const [dialog, setDialog] = useState<{ app?: OauthApp } | null>(null)
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setDialog({})}>
      {t('app.add')}
    </Button>
  )
  const isEmpty = query.data?.length === 0
  return (
    <>
      {!isEmpty && (
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-5 py-2.5">
          <p className="min-w-0 flex-1 text-mute">{t('app.text')}</p>
          {query.data && add}
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {isEmpty ? (
          <EmptyState icon={AppWindow} title={t('app.empty')} text={t('app.emptyText')} action={add} />
        ) : (
          <AppTable apps={query.data ?? []} loading={query.isPending} onEdit={(app) => setDialog({ app })} />
        )}
      </div>
      {dialog && <AppDialog app={dialog.app} onCreated={(app) => setDialog({ app })} onClose={() => setDialog(null)} />}
    </>
  )
}
