import { useT } from '#lib/i18n.ts'
import { Tag } from './tag.tsx'

/** Never published or taken offline; published as it is; published with unpublished changes. */
type PublishState = 'draft' | 'published' | 'pending'

const tones = { draft: 'warn', published: 'ok', pending: 'brand' } as const

export const publishState = (isPublished: boolean, hasChanges: boolean): PublishState =>
  !isPublished ? 'draft' : hasChanges ? 'pending' : 'published'

/** Shows how a draft differs from its publication: with the same texts and colours on every screen. */
export function PublishTag({ state }: { state: PublishState }) {
  const t = useT('ui')
  return <Tag tone={tones[state]}>{t(`publishState.${state}`)}</Tag>
}
