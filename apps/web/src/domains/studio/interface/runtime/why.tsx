import { useT } from '#lib/i18n.ts'

/** The way from an error to the steps that led to it, for people who may look at them. */
export function Why({ stepsAt }: { stepsAt: string }) {
  const t = useT('interface')
  // Only pages of ours: the address came with an answer.
  if (!stepsAt.startsWith('/space/')) return null
  return (
    <a href={stepsAt} target="_blank" rel="noopener noreferrer" className="text-brand underline">
      {t('why')}
    </a>
  )
}
