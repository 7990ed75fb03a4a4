import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { SettingsSection } from '#ui/settings-section.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { sharedQuery } from '../enterprise.queries.ts'

/** Resources shared with a guest, in spaces of which they are not a member. */
export function SharedSection({ enterpriseId }: { enterpriseId: string }) {
  const t = useT('enterprise')
  const { data: shared = [] } = useQuery(sharedQuery(enterpriseId))
  if (shared.length === 0) return null
  return (
    <SettingsSection title={t('shared.title')} text={t('shared.text')}>
      <ul aria-label={t('shared.title')} className="flex flex-col gap-1">
        {shared.map((thing) => (
          <li key={thing.id}>
            <Link
              to={linkOf({ ...thing, sub_type: 0 })}
              className="flex h-9 items-center gap-2 rounded-md px-2 hover:bg-hover"
            >
              <TypeTile kind={thing.kind} />
              <span className="truncate">{thing.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
