import { useMutation, useQuery } from '@tanstack/react-query'
import { Ear, Square } from 'lucide-react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Tag } from '#ui/tag.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useRunActions } from '../run/run-actions.ts'
import { AddressLine } from './address-line.tsx'
import { receivedCallQuery, type Trigger } from './trigger.queries.ts'

const pollMs = 1000

/** Waits for one test call, which runs the draft, and shows the received call. */
export function ListenSection({ trigger }: { trigger: Trigger }) {
  const t = useT('workflow-trigger')
  const { flush } = useEditor()
  const isReadOnly = useReadOnly()
  const query = receivedCallQuery(trigger.trigger_id)
  const { data } = useQuery({ ...query, refetchInterval: ({ state }) => (state.data?.is_listening ? pollMs : false) })
  const turn = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn && !isReadOnly) await flush()
      await api.workflowTrigger.listen({ trigger_id: trigger.trigger_id, is_on: isOn }, { toast: true })
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  const isListening = data?.is_listening ?? false
  return (
    <SheetSection
      title={t('listen.title')}
      tools={
        <Button
          size="xs"
          kind="ghost"
          icon={isListening ? Square : Ear}
          busy={turn.isPending}
          onClick={() => turn.mutate(!isListening)}
        >
          {t(isListening ? 'listen.stop' : 'listen.start')}
        </Button>
      }
    >
      {isListening ? (
        <div className="flex flex-col gap-2">
          <p role="status" className="flex items-center gap-2 text-small text-mute">
            <Spinner size={14} />
            {t('listen.waiting')}
          </p>
          <AddressLine label={t('listen.url')} url={`${trigger.webhook_url}/test`} copy={t('listen.copy')} />
        </div>
      ) : data?.call ? (
        <ReceivedCall call={data.call} />
      ) : (
        <p className="text-small text-mute">{t('listen.text')}</p>
      )}
    </SheetSection>
  )
}

type Call = NonNullable<Awaited<ReturnType<typeof api.workflowTrigger.heard>>['call']>

function ReceivedCall({ call }: { call: Call }) {
  const t = useT('workflow-trigger')
  const actions = useRunActions()
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-small text-mute">
        <Tag mono>{call.method}</Tag>
        <span role="status">{t('listen.heard')}</span>
        <DateTime at={fromSeconds(call.time)} />
        {call.execute_id && (
          <Button size="xs" kind="ghost" className="ml-auto" onClick={() => actions.open(call.execute_id)}>
            {t('history.open')}
          </Button>
        )}
      </p>
      {call.error && (
        <Banner inset tone="err">
          {call.error}
        </Banner>
      )}
      <CodeBlock title={t('listen.body')} code={call.body || '–'} wrap maxHeight="10rem" />
    </div>
  )
}
