import { useT } from '#lib/i18n.ts'
import { ShownOnce } from '#ui/shown-once.tsx'

/** Shows the secret of a webhook once, after it was generated. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useT('workflow-trigger')
  return (
    <ShownOnce
      value={secret}
      title={t('secret.title')}
      warning={t('secret.warning')}
      label={t('secret.label')}
      how={t('secret.how')}
      copy={t('copy')}
      copied={t('copied')}
      done={t('done')}
      onClose={onClose}
    />
  )
}
