import { useQuery } from '@tanstack/react-query'
import { productQuery } from '../explore.queries.ts'
import { InstallDialog } from './install-dialog.tsx'

/** The form to install a product, for people who requested it before they signed in. */
export function TakeProduct({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: product } = useQuery(productQuery(id))
  return product?.can_duplicate ? <InstallDialog product={product} onClose={onClose} /> : null
}
