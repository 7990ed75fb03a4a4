import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Shared } from '../collaborator.queries.ts'
import { useSharing } from '../use-sharing.ts'
import { Candidates } from './candidates.tsx'
import { PeopleList } from './people-list.tsx'

/** The collaborators of a bot, workflow or project with their roles, and whether collaboration is on. */
export function ShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const t = useT('space')
  const sharing = useSharing(shared)
  const { data, failed } = sharing
  // People who could not be added are not in the list: their names come from the search.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const nameOf = (id: string) =>
    data?.collaborators.find(({ person }) => person.id === id)?.person.name ?? names.get(id) ?? id
  return (
    <Dialog
      open
      title={t('collaborators.title')}
      description={t('collaborators.text')}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-col gap-4 pb-2">
        {sharing.error ? <ErrorPanel error={sharing.error} /> : null}
        {failed.length > 0 && (
          <ul role="alert" className="rounded-md bg-err-soft px-3 py-2 text-small">
            {failed.map(({ id, reason }) => (
              <li key={id}>{reason ? `${nameOf(id)}: ${reason}` : t('collaborators.failed', { name: nameOf(id) })}</li>
            ))}
          </ul>
        )}
        {!data && !sharing.error && <Skeleton className="h-9" />}
        {data && (
          <>
            <div className="flex flex-col gap-1">
              <Switch
                checked={data.is_open}
                // Only users who can turn it on again may turn it off.
                disabled={!data.rights.includes('deleteCollaborator') || sharing.isBusy}
                onChange={(isOpen) => void sharing.setOpen(isOpen).catch(() => undefined)}
              >
                {t('collaborators.open')}
              </Switch>
              <span className="text-small text-mute">
                {data.is_open ? t('collaborators.openText') : t('collaborators.closedText')}
              </span>
            </div>
            <PeopleList sharing={sharing} data={data} />
            {data.assignable_roles.length > 0 && (
              <Candidates shared={shared} sharing={sharing} data={data} onNames={setNames} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
