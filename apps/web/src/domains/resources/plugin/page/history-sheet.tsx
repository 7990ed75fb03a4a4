import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { changelogQuery, historyQuery } from '../plugin.queries.ts'

interface HistorySheetProps {
  pluginId: string
  spaceId: string
  /** The shown version; empty for the draft. */
  version: string
  onClose: () => void
}

/** Published versions and the change log. */
export function HistorySheet({ pluginId, spaceId, version, onClose }: HistorySheetProps) {
  const t = useT('plugin')
  const [tab, setTab] = useState<'versions' | 'changes'>('versions')
  return (
    <SideSheet kind="plugin-history" title={t('history.title')} width={344} min={300} onClose={onClose}>
      <Tabs
        label={t('history.title')}
        items={[
          { value: 'versions', label: t('history.versions') },
          { value: 'changes', label: t('history.changes') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <TabPanel value="versions">
          <Versions pluginId={pluginId} spaceId={spaceId} version={version} />
        </TabPanel>
        <TabPanel value="changes">
          <Changes pluginId={pluginId} />
        </TabPanel>
      </Tabs>
    </SideSheet>
  )
}

const entryStyle =
  'focus-inset flex flex-col gap-0.5 rounded-md px-2 py-1.5 hover:bg-hover aria-[current=true]:bg-brand-soft'

function Versions({ pluginId, spaceId, version }: { pluginId: string; spaceId: string; version: string }) {
  const t = useT('plugin')
  const query = useQuery(historyQuery(pluginId))
  const list = query.data?.plugin_publish_info_list ?? []
  const to = {
    to: '/space/$space_id/plugin/$plugin_id',
    params: { space_id: spaceId, plugin_id: pluginId },
  } as const
  return (
    <div className="p-2">
      {query.error && <ErrorPanel error={query.error} />}
      <Link {...to} search={{}} aria-current={version === ''} className={entryStyle}>
        <span className="font-medium">{t('history.draft')}</span>
      </Link>
      <ol aria-label={t('history.versions')} className="flex flex-col">
        {list.map((item, at) => (
          <li key={item.version_ts}>
            <Link
              {...to}
              search={{ version: item.version_ts }}
              aria-current={item.version_ts === version}
              className={entryStyle}
            >
              <span className="flex items-center gap-2">
                <span className="font-mono text-code font-medium">{item.version_name}</span>
                {at === 0 && <Tag tone="ok">{t('history.live')}</Tag>}
                <DateTime at={fromSeconds(Number(item.create_time))} className="ml-auto text-small text-mute" />
                <Avatar name={item.publisher.name} id={item.publisher.id} src={item.publisher.avatar_url} size={18} />
              </span>
              {item.version_desc && <span className="line-clamp-3 text-small text-mute">{item.version_desc}</span>}
            </Link>
          </li>
        ))}
      </ol>
      {query.data && list.length === 0 && <p className="px-2 py-2 text-small text-mute">{t('history.none')}</p>}
    </div>
  )
}

function Changes({ pluginId }: { pluginId: string }) {
  const t = useT('plugin')
  const query = useQuery(changelogQuery(pluginId))
  return (
    <ol aria-label={t('history.changes')} className="flex flex-col p-2">
      {query.error && <ErrorPanel error={query.error} />}
      {query.data?.change_log_list.map((changeLog) => (
        <li key={changeLog.changelog_id} className="flex items-center gap-2 px-2 py-1.5">
          <Avatar
            name={changeLog.creator.name}
            id={changeLog.creator.id}
            src={changeLog.creator.avatar_url}
            size={20}
          />
          <code className="min-w-0 flex-1 truncate text-code" title={changeLog.operation}>
            {changeLog.operation}
          </code>
          <DateTime at={fromSeconds(Number(changeLog.create_time))} className="text-small text-mute" />
        </li>
      ))}
    </ol>
  )
}
