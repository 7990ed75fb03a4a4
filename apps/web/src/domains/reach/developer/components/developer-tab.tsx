import { useNavigate, useParams } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EventApps } from './event-apps.tsx'
import { Permissions } from './permissions.tsx'
import { Playground } from './playground.tsx'
import { UsagePanel } from './usage-panel.tsx'

const parts = { playground: Playground, usage: UsagePanel, apps: EventApps, permissions: Permissions }
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

/** Tools for developers: try calls, see the usage, subscribe to events, look up permissions. */
export function DeveloperTab() {
  const t = useT('developer')
  const navigate = useNavigate()
  const { _splat: rest } = useParams({ strict: false })
  const part = names.find((name) => name === rest?.split('/')[1]) ?? 'playground'
  const Shown = parts[part]
  return (
    <>
      <FilterBar>
        <Segmented
          label={t('parts')}
          items={names.map((value) => ({ value, label: t(`part.${value}`) }))}
          value={part}
          onChange={(next) => void navigate({ to: '/account/$', params: { _splat: `developer/${next}` } })}
        />
      </FilterBar>
      <Shown />
    </>
  )
}
