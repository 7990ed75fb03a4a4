import { instanceQuery, type InstanceInfo } from './instance.ts'
import { readStored, writeStored } from './local-store.ts'
import type { QueryClient } from '@tanstack/react-query'
import { setCurrency } from './money.ts'
import { createStore } from './store.ts'

type Brand = InstanceInfo['branding']
export const productName = 'Orrery'
const key = 'brand'
const none: Brand = { name: '', color: '', logo_url: '' }

const store = createStore<Brand>(none)
/** The name and the logo of this instance. */
export function useBrand(): Brand {
  const brand = store.use()
  return { ...brand, name: brand.name || productName }
}

function apply(brand: Brand): void {
  const { color } = brand
  const { style, dataset } = document.documentElement
  if (color) style.setProperty('--accent', color)
  else style.removeProperty('--accent')
  if (color) dataset['accent'] = ''
  else delete dataset['accent']
  if (JSON.stringify(brand) !== JSON.stringify(store.current())) store.set(brand)
}

/** Applies the stored brand at once, and the current one when the server has sent it or the owner has changed it. */
export function startBrand(client: QueryClient): void {
  apply({ ...none, ...readStored<Partial<Brand>>(key, {}) })
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== instanceQuery.queryKey[0]) return
    const info = client.getQueryData(instanceQuery.queryKey)
    if (!info) return
    writeStored(key, info.branding)
    apply(info.branding)
    setCurrency(info.currency)
  })
  client.prefetchQuery(instanceQuery).catch(() => {})
}
