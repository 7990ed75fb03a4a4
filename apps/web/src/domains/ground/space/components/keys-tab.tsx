import type { Space } from '@orrery/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import {
  permissionsQuery,
  reaches,
  readGrants,
  TokenDialog,
  tokenQuery,
  tokensQuery,
  TokenTable,
} from '#domains/ground/account/index.ts'

/** The user's own tokens that work in this space. Tokens of others are never shown. */
export function KeysTab({ space }: { space: Space }) {
  const t = useT('space')
  const list = useQuery(tokensQuery)
  const permissions = useQuery(permissionsQuery)
  const details = useQueries({ queries: (list.data ?? []).map((token) => tokenQuery(token.id)) })
  const [dialog, setDialog] = useState<{ id?: string } | null>(null)
  const failed = [list, permissions, ...details].find((query) => query.isError)
  if (failed) return <FailedPage error={failed.error} onRetry={() => void list.refetch()} />

  const groups = permissions.data ?? []
  const isPending = list.isPending || details.some((query) => query.isPending)
  const tokens = (list.data ?? []).filter((_, index) => {
    const stored = details[index]?.data
    return stored !== undefined && reaches(readGrants(stored, groups), space.id)
  })
  const chosen = tokens.find((token) => token.id === dialog?.id)
  const create = (
    <Button kind="solid" icon={Plus} onClick={() => setDialog({})}>
      {t('keys.create')}
    </Button>
  )
  const isEmpty = !isPending && tokens.length === 0
  return (
    <>
      {!isEmpty && (
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-5 py-2.5">
          <p className="min-w-0 flex-1 text-mute">
            {t('keys.text')}{' '}
            <Link to="/account/$" params={{ _splat: 'tokens' }} className="link">
              {t('keys.all')}
            </Link>
          </p>
          {!isPending && create}
        </div>
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {isEmpty ? (
          <EmptyState icon={KeyRound} title={t('keys.empty')} text={t('keys.emptyText')} action={create} />
        ) : (
          <TokenTable
            label={t('tab.access')}
            tokens={isPending ? [] : tokens}
            loading={isPending}
            onEdit={(token) => setDialog({ id: token.id })}
          />
        )}
      </div>
      {dialog && <TokenDialog token={chosen} spaceId={space.id} onClose={() => setDialog(null)} />}
    </>
  )
}
