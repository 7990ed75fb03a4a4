import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { type Usage, usageQuery } from '../prompts.queries.ts'

/** The figures of each version in use by programs, and the bots and workflows that follow the prompt. */
export function UseFigures({ promptId, spaceId }: { promptId: string; spaceId: string }) {
  const { data, error } = useQuery(usageQuery(promptId))
  if (error) return <ErrorPanel error={error} />
  if (!data) return null
  return (
    <>
      <Calls versions={data.versions} />
      <Followers followers={data.followers} spaceId={spaceId} />
    </>
  )
}

function Calls({ versions }: { versions: Usage['versions'] }) {
  const t = useT('prompts')
  const head = 'p-2 text-right font-normal'
  const cell = 'p-2 text-right tabular-nums'
  return (
    <section tabIndex={0} aria-label={t('calls.title')} className="focus-inset flex flex-col gap-2 overflow-x-auto">
      <h2 className="font-semibold">{t('calls.title')}</h2>
      {versions.length === 0 ? (
        <p className="text-mute">{t('calls.none')}</p>
      ) : (
        <table className="w-full min-w-120 text-left">
          <thead className="text-small text-mute">
            <tr>
              <th className="p-2 font-normal">{t('calls.version')}</th>
              <th className={head}>{t('calls.calls')}</th>
              <th className={head}>{t('calls.failed')}</th>
              <th className={head}>{t('calls.p95')}</th>
              <th className={head}>{t('calls.cost')}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <tr key={one.version} className="border-t border-line">
                <td className="p-2">
                  <Tag mono>{one.version}</Tag>
                </td>
                <td className={cell}>{formatNumber(one.calls)}</td>
                <td className={cell}>{formatNumber(one.failed)}</td>
                <td className={cell}>{formatDuration(one.p95_ms)}</td>
                <td className={cell}>{formatMoney(one.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Followers({ followers, spaceId }: { followers: Usage['followers']; spaceId: string }) {
  const t = useT('prompts')
  return (
    <section aria-label={t('followers.title')} className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('followers.title')}</h2>
      {followers.length === 0 && <p className="text-mute">{t('followers.none')}</p>}
      <ul className="flex flex-col gap-1">
        {followers.map(({ kind, id, name, label }) => (
          <li key={id} className="flex items-center gap-2">
            <TypeTile kind={kind} size={26} />
            {kind === 'bot' ? (
              <Link
                to="/space/$space_id/bot/$bot_id"
                params={{ space_id: spaceId, bot_id: id }}
                className="font-medium hover:underline"
              >
                {name}
              </Link>
            ) : (
              <Link
                to="/work_flow"
                search={{ space_id: spaceId, workflow_id: id }}
                className="font-medium hover:underline"
              >
                {name}
              </Link>
            )}
            {label && <Tag tone="ok">{label}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  )
}
