import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { permissionsQuery, type Token, tokenQuery } from '../account.queries.ts'
import { readGrants } from '../token-grants.ts'
import { TokenCreated } from './token-created.tsx'
import { TokenForm } from './token-form.tsx'

interface TokenDialogProps {
  /** Absent: a new token is created. */
  token?: Pick<Token, 'id' | 'name' | 'expire_at'>
  /** A new token is preset to this space. */
  spaceId?: string
  onClose: () => void
}

/** Creates or edits a token; a new one is shown once. */
export function TokenDialog({ token, spaceId, onClose }: TokenDialogProps) {
  const t = useT('account')
  const [made, setMade] = useState<string | null>(null)
  const permissions = useQuery(permissionsQuery)
  const stored = useQuery({ ...tokenQuery(token?.id ?? ''), enabled: token !== undefined, staleTime: 0, gcTime: 0 })
  const error = permissions.error ?? stored.error
  if (made !== null) return <TokenCreated token={made} onClose={onClose} />

  const groups = permissions.data
  if (groups && (!token || (stored.data && !stored.isFetching))) {
    const grants = stored.data && token ? readGrants(stored.data, groups) : undefined
    return (
      <TokenForm
        token={token}
        groups={groups}
        first={grants ?? { scopes: new Set(), spaces: spaceId === undefined ? null : [spaceId] }}
        onCreated={setMade}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={token ? t('token.editTitle', { name: token.name }) : t('token.createTitle')}
    >
      {error ? <ErrorPanel error={error} /> : <Skeleton className="h-80" />}
    </Dialog>
  )
}
