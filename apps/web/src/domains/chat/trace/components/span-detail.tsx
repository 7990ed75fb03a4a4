import { type ReactNode, useState } from 'react'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { JsonView } from '#ui/json-view.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { parseMessages } from '../parse-messages.ts'
import { spanLooks } from '../span-look.ts'
import { useSpanName } from '../span-name.ts'
import { type TraceSpan, TraceStatus } from '../trace.queries.ts'
import { Icon } from '#ui/icon.tsx'
import { cn } from '#lib/class-names.ts'
import { MessageCards } from './message-cards.tsx'
import { TokenBar } from './token-bar.tsx'

type TabName = 'messages' | 'attributes' | 'raw'

/** A span: its input, output and attributes. */
export function SpanDetail({ span, actions }: { span: TraceSpan; actions?: ReactNode }) {
  const t = useT('trace')
  const spanName = useSpanName()
  const [tab, setTab] = useState<TabName>('messages')
  const { icon, ground } = spanLooks[span.kind]
  const facts = [
    span.model_name,
    t('startedAt', { time: formatDuration(span.offset_ms) }),
    formatDuration(span.duration_ms),
  ].filter(Boolean)
  const attributes = Object.entries(span.attributes)
  return (
    <div className="flex flex-col">
      <header className="flex items-center gap-2.5 px-4 pt-3 pb-1">
        <span
          aria-hidden
          className={cn('flex size-6.5 shrink-0 items-center justify-center rounded-md text-white', ground)}
        >
          <Icon of={icon} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold">{spanName(span)}</h3>
          <p className="truncate text-small text-mute">{facts.join(' · ')}</p>
        </div>
        {actions}
      </header>
      <Tabs
        label={t('detail')}
        items={[
          { value: 'messages', label: t('tab.messages') },
          { value: 'attributes', label: t('tab.attributes'), count: attributes.length },
          { value: 'raw', label: t('tab.raw') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <TabPanel value="messages" className="flex flex-col gap-2 p-4">
          {span.status === TraceStatus.failed && (
            <ErrorPanel title={span.error_msg || t('failedWord')}>
              {span.error_code ? t('errorCode', { code: span.error_code }) : undefined}
            </ErrorPanel>
          )}
          <TokenBar span={span} />
          {span.input && <Said label={t('input')} text={span.input} />}
          {span.output && <Said label={t('output')} text={span.output} isReply={span.kind === 'model'} />}
          {!span.input && !span.output && <p className="text-small text-mute">{t('nothing')}</p>}
        </TabPanel>
        <TabPanel value="attributes" className="p-4">
          {attributes.length === 0 && <p className="text-small text-mute">{t('nothing')}</p>}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
            {attributes.map(([key, value]) => (
              <div key={key} className="contents">
                <dt className="font-mono text-code text-mute">{key}</dt>
                <dd className="wrap-anywhere">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </TabPanel>
        <TabPanel value="raw" className="p-4">
          <JsonView label={t('tab.raw')} text={JSON.stringify(span)} maxHeight="28rem" />
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** Shows messages as cards and other values unchanged. A plain-text reply of a model is a message too. */
function Said({ label, text, isReply = false }: { label: string; text: string; isReply?: boolean }) {
  const isPlain = isReply && !/^\s*[[{]/.test(text)
  const messages = isPlain ? [{ role: 'assistant', text }] : parseMessages(text)
  return messages ? <MessageCards messages={messages} /> : <JsonView label={label} text={text} maxHeight="20rem" />
}
