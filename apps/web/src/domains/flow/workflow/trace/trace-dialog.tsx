import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TracePageLink, TraceView } from '#domains/chat/trace/index.ts'
import { useEditor } from '../document/editor-context.ts'
import { toTrace } from './workflow-trace.ts'

interface TraceDialogProps {
  executeId: string
  onClose: () => void
}

/** A run as a tree over time, including the nodes of called workflows. */
export function TraceDialog({ executeId, onClose }: TraceDialogProps) {
  const t = useT('workflow-run')
  const { spaceId, workflowId, loaded } = useEditor()
  const { data, error } = useQuery({
    queryKey: ['workflow', workflowId, 'trace', executeId],
    staleTime: 0,
    queryFn: ({ signal }) => api.workflowStudio.trace({ workflow_id: workflowId, execute_id: executeId }, { signal }),
  })
  const shown = data && toTrace(data.spans, loaded.workflow.name, (at) => t('round', { at }))
  return (
    <Dialog
      open
      size="lg"
      className="h-[85vh] max-w-300 [&>div:first-of-type]:px-0"
      title={t('trace.title')}
      description={t('trace.text', { id: executeId })}
      onOpenChange={(open) => !open && onClose()}
      footer={<TracePageLink spaceId={spaceId} traceId={executeId} />}
    >
      <div className="flex h-full flex-col border-t border-line">
        {error && <ErrorPanel error={error} className="m-4" />}
        {!data && !error && <Skeleton className="m-4 h-48" />}
        {data && !shown && <p className="m-6 text-mute">{t('trace.empty')}</p>}
        {shown && <TraceView trace={shown.trace} spans={shown.spans} wide />}
      </div>
    </Dialog>
  )
}
