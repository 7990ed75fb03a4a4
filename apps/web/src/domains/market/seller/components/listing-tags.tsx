import { DraftStatus, ProductState } from '@orrery/contract/shared/market'
import { useT } from '#lib/i18n.ts'
import { Tag, type Tone } from '#ui/tag.tsx'

const { neverListed, listed, unlisted, banned } = ProductState
const states: Record<number, { key: 'never' | 'listed' | 'unlisted' | 'banned'; tone: Tone }> = {
  [neverListed]: { key: 'never', tone: 'grey' },
  [listed]: { key: 'listed', tone: 'ok' },
  [unlisted]: { key: 'unlisted', tone: 'grey' },
  [banned]: { key: 'banned', tone: 'err' },
}

interface ListingTagsProps {
  status: number
  draft: number
  /** The reason of a refusal or ban. */
  reason: string
}

/** Whether a product is listed, and the status of a submitted version. */
export function ListingTags({ status, draft, reason }: ListingTagsProps) {
  const t = useT('seller')
  const state = states[status] ?? states[neverListed]!
  const isFirst = status === neverListed
  const waits = draft === DraftStatus.pending
  const refused = draft === DraftStatus.rejected
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 flex-wrap gap-1">
        {!(isFirst && (waits || refused)) && <Tag tone={state.tone}>{t(`state.${state.key}`)}</Tag>}
        {waits && <Tag tone="warn">{t(isFirst ? 'draft.first' : 'draft.pending')}</Tag>}
        {refused && status !== banned && <Tag tone="err">{t('draft.rejected')}</Tag>}
      </span>
      {reason && (
        <span className="truncate text-small text-mute" title={reason}>
          {reason}
        </span>
      )}
    </span>
  )
}
