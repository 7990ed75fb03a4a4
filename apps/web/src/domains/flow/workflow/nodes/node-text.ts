import type { CardPiece, CardRow } from '@orrery/engine/describe'
import { isNodeType, keyOf } from '@orrery/engine/node-type'
import type { Texts } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'

type Key = TextKey<'workflow-node'>
type T = Texts<'workflow-node'>

/** The name of a node type. */
export const typeName = (t: T, type: string): string => (isNodeType(type) ? t(`type.${keyOf(type)}`) : type)
export const typeAbout = (t: T, type: string): string => (isNodeType(type) ? t(`about.${keyOf(type)}`) : '')
export const groupName = (t: T, group: string): string => t(`group.${group}` as Key)

/** The label of a card row: the user's name for it, or its kind. */
export function rowLabel(t: T, row: CardRow): string {
  if (row.label === '') return row.name ?? ''
  return row.name ? `${t(`card.${row.label}` as Key)} ${row.name}` : t(`card.${row.label}` as Key)
}

interface PieceWords {
  plan: (cron: string) => string
  dataType: (type: string) => string
}

/** The text of a piece of a card row; the caller resolves names of models and other resources. */
export function pieceText(t: T, piece: CardPiece, words: PieceWords): string {
  if ('cron' in piece) return words.plan(piece.cron)
  if ('chip' in piece) return piece.chip
  if ('text' in piece) return piece.text
  if ('type' in piece) return words.dataType(piece.type)
  return 'word' in piece ? t(`word.${piece.word}` as Key, piece.values) : (piece.name ?? '')
}
