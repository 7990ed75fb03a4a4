import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { widgetQuery } from '../developer.queries.ts'

/** An HTML page with the chat, ready to copy. */
export function WidgetSample() {
  const t = useT('developer')
  const { data, error, refetch } = useQuery(widgetQuery)
  if (error) return <FailedPage error={error} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-3 p-5">
      <h2 className="text-title font-semibold">{t('widget.title')}</h2>
      <p className="text-mute">{data && t('widget.text', { version: data.version })}</p>
      {data?.sample.map((file) => (
        <CodeBlock key={file.file_name} title={file.file_name} code={file.content} />
      ))}
    </div>
  )
}
