import { DraftStatus, ProductState } from '@orrery/contract/shared/market'
import { useT } from '#lib/i18n.ts'
import { Tag, type Tone } from './tag.tsx'

interface ListingTagProps {
  /** How its product stands in the marketplace. */
  status: number
  /** How the version that was handed in stands. */
  draft?: number
}
const shown = {
  [ProductState.listed]: ['listing.listed', 'info'],
  [ProductState.unlisted]: ['listing.unlisted', 'grey'],
  [ProductState.banned]: ['listing.banned', 'err'],
} as const satisfies Record<number, readonly [string, Tone]>

/** Says of something that others can find it in the marketplace, or could. Nothing for what was never offered. */
export function ListingTag({ status, draft = 0 }: ListingTagProps) {
  const t = useT('ui')
  const state = shown[status as keyof typeof shown]
  return (
    <>
      {state && <Tag tone={state[1]}>{t(state[0])}</Tag>}
      {draft === DraftStatus.pending && <Tag tone="warn">{t('listing.pending')}</Tag>}
    </>
  )
}
