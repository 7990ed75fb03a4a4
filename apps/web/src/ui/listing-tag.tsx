import { DraftStatus, ProductState } from '@orrery/contract/shared/market'
import { useT } from '#lib/i18n.ts'
import { Tag, type Tone } from './tag.tsx'

interface ListingTagProps {
  /** The state of the product in the marketplace. */
  status: number
  /** The state of the submitted version. */
  draft?: number
}
const shown = {
  [ProductState.listed]: ['listing.listed', 'info'],
  [ProductState.unlisted]: ['listing.unlisted', 'grey'],
  [ProductState.banned]: ['listing.banned', 'err'],
} as const satisfies Record<number, readonly [string, Tone]>

/** Shows whether a resource is listed in the marketplace or waits for it. Renders nothing if it was never submitted. */
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
