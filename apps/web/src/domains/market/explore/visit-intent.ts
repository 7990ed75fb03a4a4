import type { Product } from './product-place.ts'

/** What a visitor wanted to do before they had to sign in. */
export interface VisitIntent {
  do: 'favourite' | 'take'
  product: Pick<Product['meta_info'], 'id' | 'entity_type' | 'name'>
}
const key = 'orrery.visitIntent'
const lifetimeMs = 30 * 60_000

/** Of this tab only: an address cannot carry it, so that no link makes people do things. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** Keeps the intent and goes to the sign-in page, which leads back here. */
export function signInFirst(intent: VisitIntent): void {
  try {
    storage()?.setItem(key, JSON.stringify({ ...intent, at: Date.now() }))
  } catch {
    // Refused: the person signs in and presses once more.
  }
  const here = location.pathname + location.search
  location.assign(`/sign?${new URLSearchParams({ redirect: here }).toString()}`)
}

/** The intent, once: reading it takes it away. */
export function takeIntent(): VisitIntent | undefined {
  const text = storage()?.getItem(key)
  if (!text) return undefined
  storage()?.removeItem(key)
  try {
    const { at, ...intent } = JSON.parse(text) as VisitIntent & { at: number }
    return Date.now() - at < lifetimeMs ? intent : undefined
  } catch {
    return undefined
  }
}
