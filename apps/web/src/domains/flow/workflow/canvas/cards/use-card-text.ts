import { useMemo } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { usePlanText } from '#lib/use-plan-text.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { pieceText, rowLabel, typeName } from '../../nodes/node-text.ts'
import type { CardText } from '../layout/card-content.ts'
import { useResourceNames } from './use-resource-names.ts'

/** Translated names and labels for cards. */
export function useCardText(): CardText {
  const t = useT('workflow-node')
  const [language] = useLanguage()
  const names = useResourceNames()
  const plan = usePlanText()
  const dataType = useDataTypeName()
  return useMemo(
    () => ({
      key: `${language}:${names.key}`,
      type: (type) => typeName(t, type),
      label: (row) => rowLabel(t, row),
      piece: (piece) => ('of' in piece && names.find(piece.of, piece.id)) || pieceText(t, piece, { plan, dataType }),
      port: (port) => port.name || t(`port.${port.words}` as TextKey<'workflow-node'>, { place: port.place ?? 1 }),
    }),
    [t, language, names, plan, dataType],
  )
}
