import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useSpace } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import { titleOf } from '../components/trace-table.tsx'
import { OutboundSection } from '../components/outbound-section.tsx'
import { MaskSection } from '../components/mask-section.tsx'
import { arrivedQuery, keepQuery } from '../observe.queries.ts'
import { snippetOf, snippets, type Snippet } from '../send-snippets.ts'

/** How programs send traces, how long traces are kept, and how they are masked and forwarded. */
export function ObserveSettingsPage() {
  const t = useT('observe')
  const space = useSpace()
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('settings')} note={t('settings.note')} />
      <SettingsPage>
        <SendSection spaceId={space.id} />
        <KeepSection spaceId={space.id} />
        <MaskSection spaceId={space.id} />
        <OutboundSection spaceId={space.id} />
      </SettingsPage>
    </div>
  )
}

function SendSection({ spaceId }: { spaceId: string }) {
  const t = useT('observe')
  const [kind, setKind] = useState<Snippet>('environment')
  return (
    <SettingsSection title={t('send')} text={t('send.text')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-small text-mute">{t('send.token')}</p>
          <Link to="/account/$" params={{ _splat: 'tokens' }} className={buttonStyle()}>
            <Icon of={KeyRound} />
            {t('send.tokens')}
          </Link>
        </div>
        <Segmented
          label={t('send.way')}
          items={snippets.map((value) => ({ value, label: t(`send.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <CodeBlock code={snippetOf(kind, location.origin, spaceId)} title={t(`send.${kind}`)} />
        <Arrived spaceId={spaceId} />
      </div>
    </SettingsSection>
  )
}

/** Waits for the first span, and links to its trace. */
function Arrived({ spaceId }: { spaceId: string }) {
  const t = useT('observe')
  const { data: trace } = useQuery(arrivedQuery(spaceId))
  return (
    <p role="status" className="flex min-w-0 items-center gap-2 text-small">
      {trace ? (
        <>
          <Check aria-hidden className="size-4 shrink-0 text-ok" />
          <span className="shrink-0">{t('send.arrived', { time: formatTime(trace.started_at) })}</span>
          <Link
            to="/space/$space_id/observe/traces/$trace_id"
            params={{ space_id: spaceId, trace_id: trace.trace_id }}
            className="truncate text-brand underline"
          >
            {titleOf(trace)}
          </Link>
        </>
      ) : (
        <>
          <Spinner />
          <span className="text-mute">{t('send.waiting')}</span>
        </>
      )}
    </p>
  )
}

const keepDays = ['7', '30', '90', '365'] as const

function KeepSection({ spaceId }: { spaceId: string }) {
  const t = useT('observe')
  const query = keepQuery(spaceId)
  const { data } = useQuery(query)
  const save = useMutation({
    mutationFn: (days: (typeof keepDays)[number]) =>
      api.traceSearch.saveSettings({ space_id: spaceId, keep_days: Number(days) as 7 | 30 | 90 | 365 }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      toast.ok(t('keep.saved'))
    },
  })
  return (
    <SettingsSection title={t('keep')} text={t('keep.text')}>
      <Select
        label={t('keep')}
        items={keepDays.map((value) => ({ value, label: t('keep.days', { count: Number(value) }) }))}
        value={keepDays.find((days) => Number(days) === data?.keep_days) ?? null}
        disabled={save.isPending}
        onChange={(days) => save.mutate(days)}
      />
    </SettingsSection>
  )
}
