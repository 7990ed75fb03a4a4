import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { JsonView } from '#ui/json-view.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { type ChatStore } from '#domains/chat/chat/index.ts'
import { TracePageLink, TracePanel } from '#domains/chat/trace/index.ts'
import { useEditor } from '../../draft/draft-context.ts'

interface DebugDrawerProps {
  store: ChatStore
  turnId: string
  onClose: () => void
}

/** How a reply was produced: spans over time, and the raw messages. */
export function DebugDrawer({ store, turnId, onClose }: DebugDrawerProps) {
  const t = useT('bot')
  const { spaceId } = useEditor()
  const [tab, setTab] = useState<'trace' | 'raw'>('trace')
  const { messages, run } = store.use()
  const own = messages.filter((message) => message.extra_info.log_id === turnId)
  const isRunning = run !== null && own.some((message) => message.reply_id === run.questionId)
  return (
    <SideSheet
      kind="debug"
      place="over"
      width={520}
      max={900}
      title={t('debug.title')}
      caption={turnId}
      actions={!isRunning && <TracePageLink spaceId={spaceId} traceId={turnId} />}
      onClose={onClose}
    >
      <Tabs
        label={t('debug.title')}
        items={[
          { value: 'trace', label: t('debug.trace') },
          { value: 'raw', label: t('debug.raw'), count: own.length },
        ]}
        value={tab}
        onChange={setTab}
      >
        <TabPanel value="trace" className="flex flex-col">
          {isRunning ? (
            <p className="p-4 text-mute">{t('debug.running')}</p>
          ) : (
            <TracePanel key={turnId} traceId={turnId} />
          )}
        </TabPanel>
        <TabPanel value="raw" className="flex flex-col gap-2 p-4">
          {own.map((message) => (
            <JsonView key={message.message_id} label={message.type} text={JSON.stringify(message)} />
          ))}
        </TabPanel>
      </Tabs>
    </SideSheet>
  )
}
