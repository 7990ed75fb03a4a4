import type { TabKey, TabPlace } from './tab-place.ts'

/** The last address within each tab, restored on return. */
const places = new Map<TabKey, TabPlace>()

export const rememberPlace = (place: TabPlace): void => void places.set(place.key, place)
/** Ids are never used twice, so that tabs of different projects do not meet; pages of projects themselves have no place. */
export const recallPlace = (key: TabKey): TabPlace => places.get(key) ?? { key, below: '', search: {} }
