import { useT } from '#lib/i18n.ts'
import { Tag } from './tag.tsx'

/** Never published or taken offline; what people meet is the draft; the draft is another. */
type PublishState = 'draft' | 'published' | 'pending'

const tones = { draft: 'warn', published: 'ok', pending: 'brand' } as const

export const publishState = (isPublished: boolean, hasChanges: boolean): PublishState =>
  !isPublished ? 'draft' : hasChanges ? 'pending' : 'published'

/** How a draft stands to what is published: the same words and colours on the card, in the editor and when publishing. */
export function PublishTag({ state }: { state: PublishState }) {
  const t = useT('ui')
  return <Tag tone={tones[state]}>{t(`publishState.${state}`)}</Tag>
}
