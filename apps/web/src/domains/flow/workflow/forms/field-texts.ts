import type { Field } from '@orrery/engine/describe'
import { useT } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'

type Key = TextKey<'workflow-node'>

/** Fields with a sentence of help. */
const helped = new Set(['plan', 'loopInputs', 'groups', 'delimiters', 'schedule', 'extract', 'code', 'sql'])

/** Label and help text of a field. */
export function useFieldTexts(field: Field): { label: string; help: string | undefined } {
  const t = useT('workflow-node')
  const key = field.words ?? field.id
  return { label: t(`field.${key}` as Key), help: helped.has(key) ? t(`help.${key}` as Key) : undefined }
}
