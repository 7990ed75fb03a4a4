import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { refreshMarket } from '../explore.queries.ts'
import { productPlace } from '../product-place.ts'
import { takeIntent } from '../visit-intent.ts'
import { TakeProduct } from './take-product.tsx'

/** The pages of the marketplace. After sign-in, favourites the product of the visitor or opens its form. */
export function ExploreOutlet() {
  const t = useT('explore')
  const navigate = useNavigate()
  const isSignedIn = Boolean(useVisitor())
  const [taking, setTaking] = useState<string>()
  useEffect(() => {
    const intent = isSignedIn ? takeIntent() : undefined
    if (!intent) return
    const { product } = intent
    if (intent.do === 'take') {
      void navigate(productPlace(product)).then(() => setTaking(product.id))
      return
    }
    api.market
      .favorite({ product_id: product.id }, { toast: true })
      .then(async () => {
        toast.ok(t('starred', { name: product.name }))
        await refreshMarket()
      })
      .catch(() => {})
  }, [isSignedIn, navigate, t])
  return (
    <>
      <Outlet />
      {taking !== undefined && <TakeProduct id={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}
