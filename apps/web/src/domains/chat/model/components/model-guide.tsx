import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter } from '#lib/list-format.ts'
import { useT } from '#lib/i18n.ts'
import { guideQuery } from '../model.queries.ts'

interface ModelGuideProps {
  spaceId: string
  className?: string
}
const link = 'font-medium text-brand hover:underline'

/** Shows where the user can add a model, or whom to ask for one. Used wherever a model is chosen. */
export function ModelGuide({ spaceId, className }: ModelGuideProps) {
  const t = useT('model')
  const list = useFormatter()
  const { data } = useQuery(guideQuery(spaceId))
  if (!data) return null
  const { can_add_to_space: toSpace, can_add_to_instance: toInstance } = data
  const people = data.space_keepers.length ? data.space_keepers : data.instance_keepers
  return (
    <p className={className}>
      {!data.has_model && <>{t('guide.none')} </>}
      {!toSpace && !toInstance && t('guide.ask', { people: list(people) })}
      {toSpace && (
        <Link to="/space/$space_id/members" params={{ space_id: spaceId }} search={{ tab: 'models' }} className={link}>
          {t('guide.toSpace')}
        </Link>
      )}
      {toSpace && toInstance && ' · '}
      {toInstance && (
        <Link to="/admin/$" params={{ _splat: 'models' }} className={link}>
          {t('guide.toInstance')}
        </Link>
      )}
    </p>
  )
}

/** The guide beside features that need a connected model, as long as there is none. */
export function ModelNeeded({ spaceId, className = 'text-small text-mute' }: ModelGuideProps) {
  const { data } = useQuery(guideQuery(spaceId))
  return data && !data.has_model ? <ModelGuide spaceId={spaceId} className={className} /> : null
}
