import { AuthType, CreationMethod } from '@orrery/contract/shared/plugin-enums'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Blocks, FileUp, Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { ownIcon } from '#lib/own-icon.ts'
import { useT } from '#lib/i18n.ts'
import { pluginLink } from '#lib/links.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { adoptVersion } from '../edit-version.ts'
import { GrantBanner } from '../page/grant-banner.tsx'
import { HistorySheet } from '../page/history-sheet.tsx'
import { ImportToolsDialog } from '../page/import-tools-dialog.tsx'
import { InfoDialog } from '../page/info-dialog.tsx'
import { LockBanner } from '../page/lock-note.tsx'
import { useMissingPlugin } from '../page/missing-plugin.tsx'
import { NewToolDialog } from '../page/new-tool-dialog.tsx'
import { PluginTitle, type TitleAction } from '../page/plugin-title.tsx'
import { PublishPluginDialog } from '../page/publish-plugin-dialog.tsx'
import { needsOf } from '../page/tool-state.tsx'
import { ToolTable } from '../page/tool-table.tsx'
import { isForeignPlugin, type PluginInfo, pluginQuery, refreshPlugin, toolsQuery } from '../plugin.queries.ts'
import { usePluginAccess } from '../use-access.ts'

const from = '/signed/space/$space_id/plugin/$plugin_id'
type Opened = TitleAction | 'import' | 'tool' | null

/** A plugin with its tools. Official plugins and those of MCP servers are read-only. */
export function PluginPage() {
  const { plugin_id: id, space_id: spaceId } = useParams({ from })
  const { version = '' } = useSearch({ from })
  const query = useQuery(pluginQuery(id, version))
  return (
    <QueryPage query={query} {...useMissingPlugin(spaceId)}>
      {(info) => <Detail key={id} id={id} spaceId={spaceId} info={info} />}
    </QueryPage>
  )
}

function Detail({ id, spaceId, info }: { id: string; spaceId: string; info: PluginInfo }) {
  const t = useT('plugin')
  const { version = '', word = '' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/plugin/$plugin_id' })
  const query = useQuery(toolsQuery(id, version))
  const access = usePluginAccess(id, version !== '')
  const [opened, setOpened] = useState<Opened>(null)
  const { name } = info.meta_info
  const tools = query.data?.api_info ?? []
  const isCode = info.creation_method === CreationMethod.ide
  const isForeign = isForeignPlugin(info)
  const { isReadOnly } = access
  const icon = ownIcon(info.meta_info.icon.url)
  usePageTitle(name)
  useEffect(() => {
    rememberRecent(spaceId, { id, kind: 'plugin', name, href: pluginLink(spaceId, id), ...(icon && { icon }) })
  }, [spaceId, id, name, icon])
  const editVersion = query.data?.edit_version
  useEffect(() => {
    if (editVersion !== undefined && !isForeign) adoptVersion(id, editVersion)
  }, [id, editVersion, isForeign])
  const onWord = useCallback(
    (text: string) => void navigate({ search: (now) => ({ ...now, word: text.trim() || undefined }), replace: true }),
    [navigate],
  )
  const openTool = (toolId: string) =>
    void navigate({
      to: '/space/$space_id/plugin/$plugin_id/tool/$tool_id',
      params: { space_id: spaceId, plugin_id: id, tool_id: toolId },
    })
  const shown = tools.filter((tool) =>
    `${tool.name} ${tool.path} ${tool.desc}`.toLowerCase().includes(word.toLowerCase()),
  )
  const open = isForeign ? 0 : tools.filter((tool) => needsOf(tool).some((need) => need !== 'trial')).length
  const close = () => setOpened(null)
  const addTool = (
    <Button kind={tools.length === 0 ? 'solid' : 'plain'} icon={Plus} onClick={() => setOpened('tool')}>
      {t('tools.add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <PluginTitle
        id={id}
        spaceId={spaceId}
        info={info}
        access={access}
        toolCount={tools.length}
        isHistoryOpen={opened === 'history'}
        onOpen={(next) => setOpened(next === 'history' && opened === 'history' ? null : next)}
      />
      <LockBanner access={access} onTaken={() => void refreshPlugin(id)} />
      {version && (
        <Banner
          action={
            <Link from="/space/$space_id/plugin/$plugin_id" search={{}} className="font-medium underline">
              {t('history.toDraft')}
            </Link>
          }
        >
          {t('history.looking')}
        </Banner>
      )}
      {info.meta_info.auth_type.includes(AuthType.oauth) && <GrantBanner pluginId={id} name={name} />}
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={t('tools.search')} />}>
            {!isReadOnly && tools.length > 0 && addTool}
            {!isReadOnly && !isCode && (
              <Button icon={FileUp} onClick={() => setOpened('import')}>
                {t('import.action')}
              </Button>
            )}
          </FilterBar>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            {query.data && tools.length === 0 ? (
              <EmptyState
                guide
                icon={Blocks}
                title={t('tools.empty')}
                text={t('tools.emptyText')}
                action={!isReadOnly && addTool}
              />
            ) : query.data && shown.length === 0 ? (
              <NoMatch text={t('tools.noMatch', { word })} onClear={() => onWord('')} />
            ) : (
              <ToolTable
                pluginId={id}
                spaceId={spaceId}
                tools={shown}
                isReadOnly={isReadOnly}
                isCode={isCode}
                isForeign={isForeign}
                isLoading={query.isPending}
              />
            )}
          </div>
          <FootBar hints={[{ keys: 'Enter', label: t('keys.open') }]}>
            <span>
              {t('tools.shown', {
                count: tools.length,
                shown: formatNumber(shown.length),
                total: formatNumber(tools.length),
              })}
            </span>
            {open > 0 && <span className="text-warn">{t('tools.open', { count: open })}</span>}
          </FootBar>
        </div>
        {opened === 'history' && <HistorySheet pluginId={id} spaceId={spaceId} version={version} onClose={close} />}
      </div>
      {opened === 'info' && <InfoDialog pluginId={id} info={info} onClose={close} />}
      {opened === 'import' && <ImportToolsDialog pluginId={id} spaceId={spaceId} tools={tools} onClose={close} />}
      {opened === 'publish' && <PublishPluginDialog pluginId={id} info={info} tools={tools} onClose={close} />}
      {opened === 'tool' && (
        <NewToolDialog
          pluginId={id}
          isCode={isCode}
          baseUrl={info.meta_info.url}
          onClose={close}
          onCreated={openTool}
        />
      )}
    </div>
  )
}
