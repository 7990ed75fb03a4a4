import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Ellipsis, FlaskConical, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { MockBar } from '../mocks/mock-bar.tsx'
import { bindingsQuery, contextOf, type MockSet, mockSetsQuery, refreshMocks } from '../mocks/mock.queries.ts'
import { SetDialog } from '../mocks/set-dialog.tsx'
import { MissingPlugin } from '../page/missing-plugin.tsx'

const from = '/signed/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set'

/** The mock sets of a tool. */
export function MockSetsPage() {
  const t = useT('mock')
  const { space_id: spaceId, plugin_id: pluginId, tool_id: toolId } = useParams({ from })
  const { hideMenu } = useSearch({ from })
  const navigate = useNavigate()
  const place = { spaceId, pluginId, toolId }
  const mayEdit = mayInSpace(useSpace(), 'createResource')
  const query = useQuery(mockSetsQuery(place))
  const columns = useMockSetColumns(new Set(useQuery(bindingsQuery(place)).data?.map((item) => item.setId)))
  const [edited, setEdited] = useState<MockSet | 'new' | null>(null)
  if (query.error && !query.data)
    return <MissingPlugin error={query.error} spaceId={spaceId} onRetry={() => void query.refetch()} />
  const sets = query.data?.mockSets ?? []
  const open = (id: string) =>
    void navigate({
      to: '/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set/$mock_set_id',
      params: { space_id: spaceId, plugin_id: pluginId, tool_id: toolId, mock_set_id: id },
      search: hideMenu ? { hideMenu } : {},
    })
  const remove = (set: MockSet) =>
    void confirm({
      title: t('set.remove.title', { name: set.name }),
      text: t('set.remove.text'),
      action: t('set.remove', { name: set.name }),
      danger: true,
      onConfirm: async () => {
        await api.mockSet.remove({ bizCtx: contextOf(place), id: set.id })
        await refreshMocks()
      },
    })
  const create = mayEdit && (
    <Button kind="solid" icon={Plus} onClick={() => setEdited('new')}>
      {t('set.new')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <MockBar
        place={place}
        title={t('title')}
        actions={query.data && sets.length === 0 ? undefined : create}
        isAlone={hideMenu === 'true'}
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.data && sets.length === 0 ? (
          <EmptyState icon={FlaskConical} title={t('set.empty')} text={t('set.emptyText')} action={create} guide />
        ) : (
          <Table
            label={t('title')}
            columns={columns}
            rows={sets}
            rowKey={(set) => set.id}
            rowName={(set) => set.name}
            onOpen={(set) => open(set.id)}
            loading={query.data ? 0 : 4}
            actions={
              mayEdit
                ? (set) => (
                    <Menu
                      align="end"
                      trigger={<IconButton icon={Ellipsis} label={t('set.more', { name: set.name })} />}
                    >
                      <MenuItem icon={Pencil} onClick={() => setEdited(set)}>
                        {t('set.edit')}
                      </MenuItem>
                      <MenuLine />
                      <MenuItem icon={Trash2} danger onClick={() => remove(set)}>
                        {t('set.remove', { name: set.name })}
                      </MenuItem>
                    </Menu>
                  )
                : undefined
            }
          />
        )}
      </div>
      <FootBar hints={[{ keys: 'Enter', label: t('keys.open') }]}>{t('set.count', { count: sets.length })}</FootBar>
      {edited && (
        <SetDialog
          place={place}
          set={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
          onSaved={edited === 'new' ? open : undefined}
        />
      )}
    </div>
  )
}

function useMockSetColumns(bound: ReadonlySet<string>): Column<MockSet>[] {
  const t = useT('mock')
  return [
    {
      id: 'name',
      head: t('set.name'),
      cell: (set) => (
        <NameCell
          name={set.name}
          beside={
            <>
              {bound.has(set.id) && (
                <Tag tone="warn" icon={FlaskConical}>
                  {t('set.inUse')}
                </Tag>
              )}
              {set.schemaIncompatible && (
                <Tag tone="err" icon={TriangleAlert}>
                  {t('set.outdated')}
                </Tag>
              )}
            </>
          }
          note={set.description || t('set.noDescription')}
        />
      ),
    },
    {
      id: 'rules',
      head: t('rules.title'),
      width: 110,
      align: 'end',
      cell: (set) => formatNumber(set.mockRuleQuantity),
    },
    {
      id: 'maker',
      head: t('set.maker'),
      width: 180,
      hideBelow: 'md',
      cell: (set) => (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar decorative name={set.creator.name} id={set.creator.ID} src={set.creator.avatarUrl} size={20} />
          <span className="truncate">{set.creator.name}</span>
        </span>
      ),
    },
    {
      id: 'edited',
      head: t('set.edited'),
      width: 140,
      hideBelow: 'md',
      cell: (set) => <DateTime at={fromSeconds(Number(set.updateTimeInSec))} className="text-mute" />,
    },
  ]
}
