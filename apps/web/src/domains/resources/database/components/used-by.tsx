import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { type Database, usedByQuery } from '../database.queries.ts'

const rowStyle = 'flex items-center gap-2 rounded-md px-2 py-1.5 hover:bg-hover'

/** Bots and workflows whose drafts use the table. */
export function UsedBy({ database }: { database: Database }) {
  const t = useT('database')
  const { data: users, error } = useQuery(usedByQuery(database.id))
  const space_id = database.space_id
  return (
    <section aria-label={t('usedBy.title')} className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('usedBy.title')}</h2>
      {error && <ErrorPanel error={error} />}
      {users?.length === 0 && <p className="text-mute">{t('usedBy.none')}</p>}
      {users && users.length > 0 && (
        <ul className="rounded-lg border border-line bg-card p-1">
          {users.map(({ id, kind, name }) => (
            <li key={id}>
              {kind === 'bot' ? (
                <Link to="/space/$space_id/bot/$bot_id" params={{ space_id, bot_id: id }} className={rowStyle}>
                  <TypeTile kind="bot" size={26} />
                  <span className="truncate">{name}</span>
                </Link>
              ) : (
                <Link to="/work_flow" search={{ space_id, workflow_id: id }} className={rowStyle}>
                  <TypeTile kind="workflow" size={26} />
                  <span className="truncate">{name}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
