import type { DrawnButton } from '@orrery/engine/card'

/** A button of a card by its id, and by the item of a list that it stands in. */
export const clickKey = ({ id, item }: Pick<DrawnButton, 'id' | 'item'>): string =>
  item === undefined ? id : `${id}/${item}`
