import { useT } from '#lib/i18n.ts'

/** A link from an error to the steps of the run, for people who may view them. */
export function RunStepsLink({ stepsAt }: { stepsAt: string }) {
  const t = useT('interface')
  // The URL comes from an answer of the server: only pages of the studio are allowed.
  if (!stepsAt.startsWith('/space/')) return null
  return (
    <a href={stepsAt} target="_blank" rel="noopener noreferrer" className="text-brand underline">
      {t('why')}
    </a>
  )
}
