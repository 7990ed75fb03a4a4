import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { EvalObject } from '../checkup.queries.ts'
import { shownObject } from '../compare-form.ts'

/** The state of a bot or workflow that is compared: two states of the same one can be compared. */
export function ObjectState({ object }: { object: EvalObject }) {
  const t = useT('checkup')
  const { kind, state } = shownObject(object)
  if (kind === 'model') return null
  return <Tag>{typeof state === 'string' ? t(`object.${state}`) : t('object.version', { version: state.version })}</Tag>
}
