import type { TabKey, TabPlace } from './tab-place.ts'

/** The last address within each tab, restored on return. */
const places = new Map<TabKey, TabPlace>()

export const rememberPlace = (place: TabPlace): void => void places.set(place.key, place)
/** Keys contain unique ids, so tabs of different projects never collide. Pages of the project itself store no place. */
export const recallPlace = (key: TabKey): TabPlace => places.get(key) ?? { key, below: '', search: {} }
