import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Token, tokensQuery } from '../account.queries.ts'
import { TokenDialog } from './token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

export function TokensTab() {
  const t = useT('account')
  const query = useQuery(tokensQuery)
  const [dialog, setDialog] = useState<{ token?: Token } | null>(null)
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const create = (
    <Button kind="solid" icon={Plus} onClick={() => setDialog({})}>
      {t('token.create')}
    </Button>
  )
  const isEmpty = query.data?.length === 0
  return (
    <>
      {!isEmpty && (
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-5 py-2.5">
          <p className="min-w-0 flex-1 text-mute">
            {t('token.text')}{' '}
            <Link to="/docs" className="link">
              {t('token.docs')}
            </Link>
          </p>
          {query.data && create}
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {isEmpty ? (
          <EmptyState
            icon={KeyRound}
            title={t('token.empty')}
            text={t('token.emptyText')}
            action={create}
            example={
              <Link to="/docs" className="text-brand">
                {t('token.docs')}
              </Link>
            }
          />
        ) : (
          <TokenTable
            label={t('tab.tokens')}
            tokens={query.data ?? []}
            loading={query.isPending}
            onEdit={(token) => setDialog({ token })}
          />
        )}
      </div>
      {dialog && <TokenDialog token={dialog.token} onClose={() => setDialog(null)} />}
    </>
  )
}
