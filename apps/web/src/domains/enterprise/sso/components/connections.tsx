import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Connection, connectionsQuery, refreshSignIn, useEnterpriseId } from '../sso.queries.ts'
import { ConnectionCard } from './connection-card.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'

/** The providers of the enterprise, and how far each is set up. */
export function Connections() {
  const t = useT('sso')
  const id = useEnterpriseId()
  const { data, error } = useQuery(connectionsQuery(id))
  const [edited, setEdited] = useState<Connection | 'new'>()
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-9" />
  return (
    <div className="flex flex-col gap-4">
      {data.connections.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} onEdit={() => setEdited(connection)} />
      ))}
      <Button icon={Plus} className="self-end" onClick={() => setEdited('new')}>
        {t('connection.add')}
      </Button>
      {edited && (
        <ConnectionDialog
          connection={edited === 'new' ? undefined : edited}
          onDone={() => {
            setEdited(undefined)
            void refreshSignIn(id)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}
