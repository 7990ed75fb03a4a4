import { CircleX, TriangleAlert } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { ExpiryState } from '../token-expiry.ts'

/** Shown only when action is needed. */
export function ExpiryTag({ state }: { state: ExpiryState }) {
  const t = useT('account')
  if (state === 'expired') {
    return (
      <Tag tone="err" icon={CircleX}>
        {t('token.expired')}
      </Tag>
    )
  }
  if (state !== 'soon') return null
  return (
    <Tag tone="warn" icon={TriangleAlert}>
      {t('token.soon')}
    </Tag>
  )
}
