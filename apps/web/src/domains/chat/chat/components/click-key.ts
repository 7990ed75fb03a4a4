import type { DrawnButton } from '@orrery/engine/card'

/** Identifies a button of a card by its id and the list item that contains it. */
export const clickKey = ({ id, item }: Pick<DrawnButton, 'id' | 'item'>): string =>
  item === undefined ? id : `${id}/${item}`
