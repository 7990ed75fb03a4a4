import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { GitMerge } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BotViewPage } from '../components/frame/bot-view-page.tsx'
import { MergeForm } from '../components/versions/merge-form.tsx'
import { collaborationQuery, diff3Query, type BotRef } from '../versions/version.queries.ts'

/** Merges changes that others submitted into the own draft, conflict by conflict. */
export function BotMergePage() {
  const { space_id: spaceId = '' } = useParams({ strict: false })
  return <BotViewPage view="versions">{(botId) => <Merge of={{ space_id: spaceId, bot_id: botId }} />}</BotViewPage>
}

function Merge({ of }: { of: BotRef }) {
  const t = useT('version')
  const { data: standing } = useQuery(collaborationQuery(of))
  const isBehind = standing?.is_behind ?? false
  const { data, error, refetch } = useQuery({ ...diff3Query(of), enabled: isBehind })
  if (standing && !isBehind)
    return (
      <EmptyState
        icon={GitMerge}
        title={t('merge.none')}
        text={t('merge.none.text')}
        action={
          <Link to="/space/$space_id/bot/$bot_id" params={of} className={buttonStyle('solid')}>
            {t('merge.back')}
          </Link>
        }
      />
    )
  if (error) return <ErrorPanel error={error} className="m-5" />
  if (!data) return <Skeleton className="m-5 h-64" />
  return (
    <MergeForm
      // The same key on a refetch, for example after a change of language, preserves the choices made so far.
      key={data.target_version}
      of={of}
      nodes={data.diff_res}
      ticket={data.origin_bot_dl}
      onStale={() => void refetch()}
    />
  )
}
