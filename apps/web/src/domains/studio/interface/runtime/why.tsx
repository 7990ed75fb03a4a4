import { useT } from '#lib/i18n.ts'
import { useView } from './view-context.tsx'

/** The way from an error to the steps that led to it, for people who may look at them. */
export function Why({ traceId }: { traceId: string }) {
  const t = useT('interface')
  const address = useView().runtime.traceAt(traceId)
  if (!address) return null
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="text-brand underline">
      {t('why')}
    </a>
  )
}
