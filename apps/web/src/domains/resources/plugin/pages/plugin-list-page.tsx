import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Blocks, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { formatNumber, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { fromHere } from '#lib/scene.ts'
import { ownIcon } from '#lib/own-icon.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { ListingTag } from '#ui/listing-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import { useUsedByColumn } from '#domains/library/reference/index.ts'
import { creatingPlugin } from '../create-plugin.ts'
import { type ListedPlugin, type OfficialPlugin, officialQuery, pluginsQuery } from '../plugin.queries.ts'

/** The fields of a plugin that both lists show. */
interface Row {
  id: string
  name: string
  desc: string
  icon: string
  tools: number
  uses: number
  isPublished: boolean
  listing: { status: number; draft: number }
  editedAt: number | null
}
const ownRow = (listedPlugin: ListedPlugin): Row => ({
  id: listedPlugin.id,
  name: listedPlugin.name,
  desc: listedPlugin.desc_for_human,
  icon: listedPlugin.plugin_icon,
  tools: listedPlugin.api_names.length,
  uses: listedPlugin.statistic_data.bot_quote,
  isPublished: listedPlugin.publish_status,
  listing: { status: listedPlugin.plugin_product_status, draft: listedPlugin.plugin_product_list_status },
  editedAt: listedPlugin.update_time,
})
const officialRow = (officialPlugin: OfficialPlugin): Row => ({
  id: officialPlugin.id,
  name: officialPlugin.name,
  desc: officialPlugin.desc_for_human,
  icon: officialPlugin.plugin_icon,
  tools: officialPlugin.plugin_apis.length,
  uses: officialPlugin.statistic_data.bot_quote,
  isPublished: true,
  listing: { status: 0, draft: 0 },
  editedAt: null,
})

const noRows: readonly Row[] = []

/** Official plugins are fetched in one page. */
const whole = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
}

/** The plugins of a space, and the official ones. */
export function PluginListPage() {
  const t = useT('plugin')
  const space = useSpace()
  const { from, word = '' } = useSearch({ from: '/signed/space/$space_id/library/plugin' })
  const navigate = useNavigate({ from: '/space/$space_id/library/plugin' })
  const isOfficial = from === 'official'
  const own = useInfiniteQuery({ ...pluginsQuery(space.id, word), enabled: !isOfficial })
  const official = useQuery({ ...officialQuery(space.id, word), enabled: isOfficial })
  const rows = isOfficial
    ? (official.data ?? []).map(officialRow)
    : (own.data?.pages.flatMap((page) => page.plugin_infos) ?? []).map(ownRow)
  const total = isOfficial ? rows.length : (own.data?.pages[0]?.total ?? 0)
  const onWord = useCallback(
    (text: string) => void navigate({ search: (now) => ({ ...now, word: text.trim() || undefined }), replace: true }),
    [navigate],
  )
  const columns = useColumns(
    isOfficial,
    useUsedByColumn(space.id, isOfficial ? noRows : rows, (row) => row),
  )
  const create = mayInSpace(space, 'createResource') && (
    <Button kind="solid" icon={Plus} onClick={() => creatingPlugin.set({ space })}>
      {t('create.title')}
    </Button>
  )
  return (
    <ListPage
      title={t('list.title')}
      crumbs={[{ label: t('library'), link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} /> }]}
      create={create}
      search={{ word, onWord, placeholder: t('list.search') }}
      filters={
        <Segmented
          label={t('list.from')}
          items={[
            { value: 'space', label: t('list.space') },
            { value: 'official', label: t('list.official') },
          ]}
          value={isOfficial ? 'official' : 'space'}
          onChange={(next) =>
            void navigate({
              search: (now) => ({ ...now, from: next === 'official' ? ('official' as const) : undefined }),
              replace: true,
            })
          }
        />
      }
      query={isOfficial ? { ...official, ...whole } : own}
      failed={t('list.failed')}
      empty={{ icon: Blocks, title: t('list.empty'), text: t('list.emptyText') }}
      noMatch={word ? { text: t('list.noMatch', { word }), onClear: () => onWord('') } : undefined}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      onOpen={(row) =>
        void navigate({
          to: '/space/$space_id/plugin/$plugin_id',
          params: { space_id: space.id, plugin_id: row.id },
          state: fromHere('library.view.plugin'),
        })
      }
      openHint={t('keys.open')}
      shown={t('list.shown', { shown: formatNumber(rows.length), total: formatNumber(total) })}
    />
  )
}

function useColumns(isOfficial: boolean, usedBy: Column<Row>): Column<Row>[] {
  const t = useT('plugin')
  return [
    {
      id: 'name',
      head: t('list.name'),
      cell: (row) => (
        <NameCell
          tile={<PictureTile id={row.id} kind="plugin" src={ownIcon(row.icon)} size={30} />}
          name={row.name}
          note={row.desc || t('tools.noDescription')}
        />
      ),
    },
    { id: 'tools', head: t('list.tools'), width: 100, align: 'end', cell: (row) => formatNumber(row.tools) },
    isOfficial
      ? {
          id: 'uses',
          head: t('list.uses'),
          width: 150,
          hideBelow: 'md',
          cell: (row) =>
            row.uses ? t('uses.bots', { count: row.uses }) : <span className="text-mute">{t('uses.none')}</span>,
        }
      : usedBy,
    {
      id: 'state',
      head: t('list.state'),
      width: 200,
      cell: (row) =>
        isOfficial ? (
          <Tag tone="brand">{t('state.official')}</Tag>
        ) : (
          <span className="flex flex-wrap gap-1">
            {row.isPublished ? <Tag tone="ok">{t('state.published')}</Tag> : <Tag tone="warn">{t('state.draft')}</Tag>}
            <ListingTag {...row.listing} />
          </span>
        ),
    },
    ...(isOfficial
      ? []
      : [
          {
            id: 'edited',
            head: t('list.edited'),
            width: 140,
            hideBelow: 'md' as const,
            cell: (row: Row) => row.editedAt && <DateTime at={fromSeconds(row.editedAt)} className="text-mute" />,
          },
        ]),
  ]
}
