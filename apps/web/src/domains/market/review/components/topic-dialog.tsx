import { SHOWCASE_LIMITS } from '@orrery/contract/shared/limits'
import { ProductEntity, ProductState, TopicStatus } from '@orrery/contract/shared/market'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { dayText, firstSecond, lastSecond } from '../day-seconds.ts'
import { refreshReview } from '../review.queries.ts'

const stores = { plugin: ProductEntity.plugin, template: ProductEntity.templateCommon } as const
type Store = keyof typeof stores
const month = 30 * 86_400_000

/** Creates a collection of products of one store. */
export function TopicDialog({ onClose }: { onClose: () => void }) {
  const t = useT('seller')
  const [store, setStore] = useState<Store>('plugin')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [until, setUntil] = useState(() => dayText(Date.now() + month))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const save = useMutation({
    mutationFn: () =>
      api.marketShowcaseAdmin.setTopic({
        topic: {
          name: name.trim(),
          description: description.trim(),
          status: TopicStatus.listed,
          begin_time_second: firstSecond(dayText(Date.now())),
          end_time_second: lastSecond(until),
          entity_type: stores[store],
          product_ids: [...chosen],
        },
      }),
    onSuccess: async () => {
      await refreshReview()
      toast.ok(t('topic.done', { name: name.trim() }))
      onClose()
    },
  })
  const refused = save.error ? readFieldError(save.error) : null
  return (
    <FormDialog
      size="md"
      title={t('topic.title')}
      isDirty={name !== '' || chosen.length > 0}
      isReady={name.trim() !== '' && chosen.length > 0 && until !== ''}
      call={save}
      error={refused?.field === 'end_time_second' ? null : save.error}
      action={t('topic.do')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('topic.name')} required>
        <Input
          value={name}
          limit={SHOWCASE_LIMITS.name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('topic.description')}>
        <Textarea
          rows={2}
          value={description}
          limit={SHOWCASE_LIMITS.description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label={t('front.until')} required error={refused?.field === 'end_time_second' && t('front.order')}>
        <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
      <Segmented
        label={t('topic.store')}
        items={(Object.keys(stores) as Store[]).map((value) => ({ value, label: t(`topic.${value}`) }))}
        value={store}
        onChange={(next) => {
          setStore(next)
          setChosen([])
        }}
      />
      <Products store={store} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  )
}

interface ProductsProps {
  store: Store
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function Products({ store, chosen, onChange }: ProductsProps) {
  const t = useT('seller')
  const [word, setWord] = useState('')
  const { data } = useQuery({
    queryKey: ['market', 'topic-products', store, word],
    queryFn: ({ signal }) =>
      api.marketAdmin.list(
        { entity_type: stores[store], product_status: ProductState.listed, keyword: word, page_size: 50 },
        { signal },
      ),
  })
  const toggle = (id: string, isIn: boolean) =>
    onChange(isIn ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('topic.products', { count: chosen.length })}</legend>
      <SearchInput value={word} onChange={setWord} placeholder={t('review.search')} />
      <div className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
        {!data && <Skeleton className="h-16" />}
        {data?.products.map(({ meta_info: meta }) => (
          <Checkbox key={meta.id} checked={chosen.includes(meta.id)} onChange={(isIn) => toggle(meta.id, isIn)}>
            {meta.name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
