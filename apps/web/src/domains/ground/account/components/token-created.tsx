import { useT } from '#lib/i18n.ts'
import { ShownOnce } from '#ui/shown-once.tsx'

export function TokenCreated({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT('account')
  return (
    <ShownOnce
      value={token}
      title={t('made.title')}
      warning={t('made.warning')}
      label={t('made.label')}
      how={t('made.how')}
      copy={t('made.copy')}
      copied={t('made.copied')}
      done={t('made.done')}
      onClose={onClose}
    />
  )
}
