import { MessagesSquare } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { openInNewWindow } from '#lib/open-window.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import type { CardTarget } from '../../skills/card.queries.ts'
import { usePicker } from '../pickers/use-picker.tsx'
import { CardButton, CardTag } from '../skills/card-button.tsx'

/** Workflow mode: every message goes through one chatflow. */
export function FlowPanel() {
  const t = useT('bot')
  const { loaded, isReadOnly, spaceId, botId } = useEditor()
  const [layout, change] = useGroup('layout_info')
  const flow = loaded.bot_option_data.workflow_detail_map[layout.workflow_id]
  const target: CardTarget = { biz: 'workflow', id: layout.workflow_id, tool: '', name: flow?.name ?? '' }
  const picker = usePicker('chatflow', new Set([layout.workflow_id].filter(Boolean)), ([picked]) => {
    if (picked) change({ workflow_id: picked.id, plugin_id: picked.pluginId ?? '' })
  })
  const open = () =>
    void openInNewWindow(() => workflowLink({ space_id: spaceId, workflow_id: layout.workflow_id, bot_id: botId }))
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <PanelHead title={t('flow.title')} />
      {layout.workflow_id ? (
        <div className="px-4">
          <div className="flex items-center gap-3 rounded-lg border border-line p-3">
            <TypeTile kind="chatflow" size={36} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{flow?.name ?? t('flow.gone')}</p>
              <p className="truncate text-small text-mute">{flow?.description || t('flow.text')}</p>
            </div>
            {flow && (
              <>
                <CardTag target={target} />
                <CardButton target={target} />
              </>
            )}
          </div>
          <div className="mt-3 flex gap-2">
            {flow && <Button onClick={open}>{t('flow.open')}</Button>}
            {!isReadOnly && (
              <>
                <Button onClick={picker.open}>{t('flow.change')}</Button>
                <Button kind="danger-quiet" onClick={() => change({ workflow_id: '', plugin_id: '' })}>
                  {t('flow.remove')}
                </Button>
              </>
            )}
          </div>
        </div>
      ) : (
        <EmptyState
          icon={MessagesSquare}
          title={t('flow.empty')}
          text={t('flow.text')}
          action={
            !isReadOnly && (
              <Button kind="solid" onClick={picker.open}>
                {t('picker.chatflow')}
              </Button>
            )
          }
        />
      )}
      {picker.dialog}
    </div>
  )
}
