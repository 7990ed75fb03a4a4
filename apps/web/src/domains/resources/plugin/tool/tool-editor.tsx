import { AuthType, CreationMethod } from '@orrery/contract/shared/plugin-enums'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { CodePanel } from '../ide/code-panel.tsx'
import type { ToolPlace } from '../mocks/mock.queries.ts'
import { GrantBanner } from '../page/grant-banner.tsx'
import { HistorySheet } from '../page/history-sheet.tsx'
import { LockBanner } from '../page/lock-note.tsx'
import { PublishPluginDialog } from '../page/publish-plugin-dialog.tsx'
import { isForeignPlugin, type PluginInfo, type PluginTool, refreshPlugin } from '../plugin.queries.ts'
import { usePluginAccess } from '../use-access.ts'
import { AddressRow } from './address-row.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { readJson } from './debug-args.ts'
import { DebugPanel } from './debug-panel.tsx'
import { DescriptionField } from './description-field.tsx'
import { addNode } from './param-tree.ts'
import { RequestSection } from './request-section.tsx'
import { ResponseSection } from './response-section.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ToolBar } from './tool-bar.tsx'
import type { ToolDraft } from './tool-draft.ts'
import { useDebug } from './use-debug.ts'
import { useToolStore } from './use-tool-store.ts'
import { findUndeclared, nodesOfValue, type Undeclared } from './value-nodes.ts'

interface ToolEditorProps {
  place: ToolPlace
  info: PluginInfo
  tool: PluginTool
  tools: readonly PluginTool[]
  editVersion: number
}
type Opened = 'settings' | 'publish' | 'history' | null

export function ToolEditor({ place, info, tool, tools, editVersion }: ToolEditorProps) {
  const t = useT('plugin')
  const { pluginId, spaceId } = place
  const access = usePluginAccess(pluginId)
  const store = useToolStore(pluginId, tool, editVersion)
  const { draft, state, savedAt } = store.use()
  const [opened, setOpened] = useState<Opened>(null)
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set())
  const isCode = info.creation_method === CreationMethod.ide
  const isForeign = isForeignPlugin(info)
  const { isReadOnly } = access
  const debug = useDebug(place, async () => isReadOnly || (await store.flush()))
  usePageTitle(draft.name)
  const change = (part: Partial<ToolDraft>) => store.change(part)
  const raw = debug.last?.answer.success ? readJson(debug.last.answer.raw_resp) : undefined
  const undeclared =
    raw === undefined ? [] : findUndeclared(draft.response, raw).filter((item) => !ignored.has(item.path))
  const declare = (undeclared: Undeclared) =>
    change({ response: addNode(draft.response, undeclared.parent, undeclared.node) })
  const parameters = (
    <>
      {!isCode && !isForeign && <AddressRow info={info} draft={draft} isReadOnly={isReadOnly} onChange={change} />}
      <DescriptionField
        pluginId={pluginId}
        value={draft.desc}
        isReadOnly={isReadOnly}
        onChange={(desc) => change({ desc })}
      />
      <RequestSection
        pluginId={pluginId}
        draft={draft}
        isCode={isCode || isForeign}
        isReadOnly={isReadOnly}
        onChange={(request) => change({ request })}
      />
      <ResponseSection
        draft={draft}
        isReadOnly={isReadOnly}
        onChange={change}
        undeclared={isForeign ? [] : undeclared}
        onDeclare={declare}
        seen={raw === undefined ? null : nodesOfValue(raw)}
      />
    </>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <ToolBar
        place={place}
        info={info}
        draft={draft}
        state={state}
        savedAt={savedAt}
        access={access}
        onRetry={() => void store.flush()}
        onSettings={() => setOpened('settings')}
        onHistory={() => setOpened(opened === 'history' ? null : 'history')}
        onPublish={() => void store.flush().then((isSaved) => isSaved && setOpened('publish'))}
      />
      <LockBanner access={access} onTaken={() => void refreshPlugin(pluginId)} />
      <ConflictBanner state={state} store={store} />
      {info.meta_info.auth_type.includes(AuthType.oauth) && (
        <GrantBanner pluginId={pluginId} name={info.meta_info.name} />
      )}
      <div className="relative flex min-h-0 flex-1">
        <ResizablePanels
          storeKey="tool"
          panels={[
            {
              id: 'parameters',
              title: t('tool.parameters'),
              share: 2,
              min: 600,
              content: isCode ? (
                <CodePanel info={info} draft={draft} isReadOnly={isReadOnly} onChange={change}>
                  {parameters}
                </CodePanel>
              ) : (
                <div className="min-h-0 flex-1 overflow-y-auto">{parameters}</div>
              ),
            },
            {
              id: 'debug',
              title: t('debug.title'),
              share: 1,
              min: 320,
              foldable: true,
              content: (
                <DebugPanel
                  place={place}
                  tool={tool}
                  request={draft.request}
                  isCode={isCode}
                  mayRun={access.may.can_debug}
                  debug={debug}
                  undeclared={isForeign ? [] : undeclared}
                  onDeclare={isReadOnly ? undefined : declare}
                  onIgnore={(item) => setIgnored(new Set([...ignored, item.path]))}
                  onSaveExample={isReadOnly ? undefined : debug.saveExample}
                />
              ),
            },
          ]}
        />
        {opened === 'history' && (
          <HistorySheet pluginId={pluginId} spaceId={spaceId} version="" onClose={() => setOpened(null)} />
        )}
      </div>
      {opened === 'settings' && (
        <SettingsDialog draft={draft} isCode={isCode} onChange={change} onClose={() => setOpened(null)} />
      )}
      {opened === 'publish' && (
        <PublishPluginDialog pluginId={pluginId} info={info} tools={tools} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
