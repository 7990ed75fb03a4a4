import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { eraseCheckQuery } from '../account.queries.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** Deletes the account. Obstacles are shown before the password is requested. */
export function EraseAccount({ email }: { email: string }) {
  const t = useT('account')
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery(eraseCheckQuery)
  if (error) return <ErrorPanel error={error} />
  return (
    <div className="flex max-w-120 flex-col gap-3">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-mute">
        <li>{t('erase.goes')}</li>
        <li>{t('erase.stays')}</li>
        <li>{t('erase.backups')}</li>
      </ul>
      {data && data.teams.length > 0 && (
        <div>
          <p>{t('erase.teams')}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {data.teams.map(({ id, name }) => (
              <li key={id}>
                <Link to="/space/$space_id/members" params={{ space_id: id }} className="text-accent hover:underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button kind="danger-quiet" disabled={!data || data.teams.length > 0} onClick={() => setOpen(true)}>
          {t('erase.open')}
        </Button>
      </div>
      {data && <EraseDialog open={isOpen} onOpenChange={setOpen} email={email} needsSuccessor={data.needs_successor} />}
    </div>
  )
}
