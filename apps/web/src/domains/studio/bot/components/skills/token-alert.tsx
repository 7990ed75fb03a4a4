import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { isTokenAlert } from '#domains/chat/model/index.ts'
import { useDraft } from '../../draft/draft-context.ts'

/** Warns about a low token limit until the person closes the warning or changes the limit. */
export function TokenAlert() {
  const t = useT('bot')
  const limit = useDraft((draft) => draft.info.model_info.max_tokens)
  const [closedAt, setClosedAt] = useState<number>()
  if (!isTokenAlert(limit) || closedAt === limit) return null
  return (
    <div className="mb-3">
      <Banner tone="warn" inset onClose={() => setClosedAt(limit)}>
        {t('model_max_token_alert', { count: limit ?? 0 })}
      </Banner>
    </div>
  )
}
