import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { mayInSpace, readLastSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { toast } from '#ui/toast-store.ts'
import { type ProductDetail, refreshMarket } from '../explore.queries.ts'
import { entityName } from '../product-place.ts'
import { signInFirst } from '../visit-intent.ts'
import { ProductContents } from './product-parts.tsx'

/** Name limits by kind. */
const nameLimits = { bot: 20, project: 20, workflow: 50, plugin: 50 }

export function InstallButton({ product }: { product: ProductDetail }) {
  const t = useT('explore')
  const isVisitor = useVisitor() === null
  const [isOpen, setOpen] = useState(false)
  const take = () => (isVisitor ? signInFirst({ do: 'take', product: product.meta_info }) : setOpen(true))
  return (
    <>
      <Button kind="solid" icon={Copy} onClick={take}>
        {t('take')}
      </Button>
      {isOpen && <InstallDialog product={product} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Copies a product with its dependencies into a space where the user may create resources, and opens it there. */
export function InstallDialog({ product, onClose }: { product: ProductDetail; onClose: () => void }) {
  const t = useT('explore')
  const { history } = useRouter()
  const spaceName = useSpaceName()
  const { meta_info: meta } = product
  const spaces = useSpaces()
    .filter((space) => !space.hide_operation && mayInSpace(space, 'createResource'))
    .map((space) => ({ value: space.id, label: spaceName(space), space }))
  const last = readLastSpace()
  const [chosen, setChosen] = useState(spaces.find((space) => space.value === last) ?? spaces[0] ?? null)
  const [name, setName] = useState(meta.name)
  const own = name.trim()
  const limit = nameLimits[entityName(meta.entity_type)]
  // An unchanged name is not sent: the server shortens it to the limit of the kind.
  const fits = own === meta.name || (own !== '' && own.length <= limit)
  const install = useMutation({
    mutationFn: (spaceId: string) =>
      api.market.duplicate({ product_id: meta.id, space_id: spaceId, ...(own !== meta.name && { name: own }) }),
    onSuccess: (made, spaceId) => {
      toast.ok(t('taken', { name: own }))
      void refreshMarket()
      onClose()
      const kind = entityName(meta.entity_type)
      history.push(linkOf({ id: made.new_entity_id, kind, sub_type: 0, space_id: spaceId }))
    },
  })
  return (
    <FormDialog
      title={t('take.title', { name: meta.name })}
      description={t('take.text')}
      isDirty={own !== meta.name}
      isReady={chosen !== null && fits}
      call={install}
      action={t('take.do')}
      onSubmit={() => chosen && install.mutate(chosen.value)}
      onClose={onClose}
    >
      <Field label={t('take.name')} required>
        <Input value={name} limit={limit} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('take.space')} required error={!chosen && t('take.choose')}>
        <Combobox
          label={t('take.space')}
          items={spaces}
          value={chosen}
          onChange={setChosen}
          tile={({ space }) => <SpaceTile id={space.id} name={spaceName(space)} src={space.icon_url} size={20} />}
        />
      </Field>
      <ProductContents contents={product.contents} />
    </FormDialog>
  )
}
