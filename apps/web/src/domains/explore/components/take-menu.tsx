import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { placeOf } from '../../../lib/resource-place.ts'
import { mayInSpace, readLastSpace, useSpaceName, useSpaces } from '../../../lib/spaces.ts'
import { Button } from '../../../ui/button.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { SpaceTile } from '../../../ui/space-tile.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Product, refreshMarket } from '../explore.queries.ts'
import { entityName } from './product-card.tsx'

/** Takes a product into one of the spaces where its reader may make things, with all that it needs, and opens it there. */
export function TakeMenu({ product }: { product: Product }) {
  const t = useT('explore')
  const { history } = useRouter()
  const spaceName = useSpaceName()
  const last = readLastSpace()
  const spaces = useSpaces()
    .filter((space) => mayInSpace(space, 'createResource'))
    .toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  const { meta_info: meta } = product
  const take = useMutation({
    mutationFn: (spaceId: string) =>
      api.market.duplicate({ product_id: meta.id, space_id: spaceId }).then((made) => ({ made, spaceId })),
    onSuccess: ({ made, spaceId }) => {
      toast.ok(t('taken', { name: meta.name }))
      void refreshMarket()
      const kind = entityName(meta.entity_type)
      history.push(placeOf({ id: made.new_entity_id, kind, sub_type: 0, space_id: spaceId }))
    },
  })
  return (
    <Menu
      align="start"
      trigger={
        <Button kind="solid" icon={Copy} busy={take.isPending} disabled={spaces.length === 0}>
          {t('take')}
        </Button>
      }
    >
      {spaces.map((space) => (
        <MenuItem
          key={space.id}
          tile={<SpaceTile id={space.id} name={spaceName(space)} src={space.icon_url} size={26} />}
          onClick={() => take.mutate(space.id)}
        >
          {spaceName(space)}
        </MenuItem>
      ))}
    </Menu>
  )
}
