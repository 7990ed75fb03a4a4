import type { Product } from './product-place.ts'

/** What a visitor wanted to do before they had to sign in. */
export interface VisitIntent {
  do: 'favourite' | 'take'
  product: Pick<Product['meta_info'], 'id' | 'entity_type' | 'name'>
}
const key = 'orrery.visitIntent'
const lifetimeMs = 30 * 60_000

/** Only for this tab and not in the address, so that no link can make people do something. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** Stores the intent and goes to the sign-in page, which returns here. */
export function signInFirst(intent: VisitIntent): void {
  try {
    storage()?.setItem(key, JSON.stringify({ ...intent, at: Date.now() }))
  } catch {
    // Storage is denied: the person must click again after signing in.
  }
  const here = location.pathname + location.search
  location.assign(`/sign?${new URLSearchParams({ redirect: here }).toString()}`)
}

/** Returns the intent and removes it. */
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
