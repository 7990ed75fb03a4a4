import { useState } from 'react'
import { ChevronsDownUp, CircleAlert, Ellipsis, RefreshCw } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Tree } from '#ui/tree.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useIde } from '../ide/ide-context.ts'
import { type Group, groupOf, groups, type ProjectResource } from '../project-resource.ts'
import { refreshResources } from '../project.queries.ts'
import { useProblemCounts } from '../problems/use-project-problems.ts'
import { CreateMenu } from './create-menu.tsx'
import { JobList } from './job-list.tsx'
import { OwnPages } from './own-pages.tsx'
import { ResourceMenu } from './resource-menu.tsx'

type Row = { group: Group; count: number; faults: number } | { resource: ProjectResource; faults: number }

/** All resources of the project. */
export function ResourceTree() {
  const t = useT('project')
  const { projectId, resources, mayEdit, shown, focused, open } = useIde()
  const [word, setWord] = useState('')
  const [closed, setClosed] = useStored<string[]>(`project.${projectId}.folded`, [])
  const faults = useProblemCounts()
  const found = resources.filter((resource) => resource.name.toLowerCase().includes(word.trim().toLowerCase()))
  const nodes = groups.flatMap((group) => {
    const inside = found.filter((item) => groupOf(item.kind) === group)
    if (word && inside.length === 0) return []
    const sum = inside.reduce((all, item) => all + (faults.get(item.id) ?? 0), 0)
    return {
      id: group,
      data: { group, count: inside.length, faults: sum } as Row,
      children: inside.map((resource) => ({
        id: resource.key,
        data: { resource, faults: faults.get(resource.id) ?? 0 } as Row,
      })),
    }
  })
  return (
    <div className="flex h-full min-h-0 flex-col bg-card">
      <PanelHead
        title={t('resources')}
        tools={
          <>
            {mayEdit && <CreateMenu />}
            <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('tree.more')} />}>
              <MenuItem icon={ChevronsDownUp} onClick={() => setClosed([...groups])}>
                {t('tree.fold')}
              </MenuItem>
              <MenuItem icon={RefreshCw} onClick={() => void refreshResources(projectId)}>
                {t('tree.refresh')}
              </MenuItem>
            </Menu>
          </>
        }
      />
      <div className="shrink-0 px-3 pb-2">
        <SearchInput size="sm" value={word} onChange={setWord} placeholder={t('tree.search')} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <Tree
          label={t('resources')}
          nodes={nodes}
          indent={12}
          selected={shown[focused]?.key ?? null}
          open={new Set(word ? groups : groups.filter((group) => !closed.includes(group)))}
          onOpenChange={(next) => setClosed(groups.filter((group) => !next.has(group)))}
          onSelect={({ data }) => 'resource' in data && open(data.resource.key)}
          row={(row) =>
            'resource' in row
              ? {
                  label: row.resource.name,
                  tile: <TypeTile kind={row.resource.tile} size={18} />,
                  after: row.faults > 0 && <FaultCount count={row.faults} />,
                  actions: <ResourceMenu resource={row.resource} />,
                }
              : {
                  label: (
                    <>
                      {t(`group.${row.group}`)}{' '}
                      <span className="text-small text-mute tabular-nums">{formatNumber(row.count)}</span>
                    </>
                  ),
                  after: row.faults > 0 && <FaultCount count={row.faults} />,
                }
          }
        />
        {word && found.length === 0 && <p className="px-2 py-3 text-mute">{t('noMatch', { word })}</p>}
        {!word && resources.length === 0 && <p className="px-2 py-3 text-small text-mute">{t('tree.empty')}</p>}
      </div>
      <JobList projectId={projectId} />
      <OwnPages />
    </div>
  )
}

function FaultCount({ count }: { count: number }) {
  const t = useT('project')
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-small text-err tabular-nums"
      title={t('problems.count', { count })}
    >
      <Icon of={CircleAlert} size={12} />
      {formatNumber(count)}
    </span>
  )
}
