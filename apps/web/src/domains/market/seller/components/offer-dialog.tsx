import { DraftStatus } from '@orrery/contract/shared/market'
import { LISTING_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { categoriesQuery, refreshMarket } from '#domains/market/explore/index.ts'
import { type Offered, type OfferInfo, offerQuery } from '../seller.queries.ts'
import { PictureList } from './picture-list.tsx'

/** The second step: the public texts. A new version uses the same form and describes its changes. */
export function OfferDialog({ offered, onClose }: { offered: Offered; onClose: () => void }) {
  const t = useT('seller')
  const { data, error } = useQuery(offerQuery(offered))
  if (data) return <OfferForm offered={offered} info={data} onClose={onClose} />
  return (
    <Dialog open size="md" title={t('offer.title', { name: offered.name })} onOpenChange={(open) => !open && onClose()}>
      {error ? <ErrorPanel error={error} /> : <Skeleton className="h-80" />}
    </Dialog>
  )
}

function OfferForm({ offered, info, onClose }: { offered: Offered; info: OfferInfo; onClose: () => void }) {
  const t = useT('seller')
  const [language] = useLanguage()
  const isNew = info.id === ''
  const first = {
    name: info.name,
    description: info.description,
    readme: info.readme,
    category: info.category?.id ?? '',
    pictures: info.covers,
    note: '',
  }
  const [form, setForm] = useState(first)
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }))
  const { data: categories = [] } = useQuery(categoriesQuery('all', language))
  const write = useMutation({
    mutationFn: () =>
      api.marketMedia.write({ generate_type: 1, entity: { entity_type: offered.type, entity_id: offered.id } }),
    onSuccess: ({ readme }) => set({ readme }),
  })
  const offer = useMutation({
    mutationFn: () =>
      api.marketSeller.list({
        entity_type: offered.type,
        entity_id: offered.id,
        note: form.note.trim(),
        product_name: form.name.trim(),
        description: form.description.trim(),
        readme: form.readme.trim(),
        category_id: form.category || undefined,
        covers: form.pictures.map(({ uri }) => ({ uri })),
      }),
    onSuccess: async ({ audit_status: state }) => {
      toast.ok(t(state === DraftStatus.approved ? 'offer.shown' : 'offer.waits', { name: form.name.trim() }))
      onClose()
      await refreshMarket()
    },
  })
  const fits =
    form.name.trim() !== '' &&
    form.description.trim() !== '' &&
    form.name.trim().length <= LISTING_LIMITS.name &&
    form.description.length <= LISTING_LIMITS.description &&
    form.readme.length <= LISTING_LIMITS.readme &&
    form.note.trim().length <= LISTING_LIMITS.note
  return (
    <FormDialog
      size="md"
      title={t(isNew ? 'offer.title' : 'offer.version', { name: offered.name })}
      description={t('offer.text')}
      isDirty={form !== first}
      isReady={fits}
      call={offer}
      error={offer.error ?? write.error}
      action={t('offer.do')}
      onSubmit={() => offer.mutate()}
      onClose={onClose}
    >
      <Field label={t('offer.name')} required>
        <Input value={form.name} limit={LISTING_LIMITS.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label={t('offer.description')} required help={t('offer.descriptionHelp')}>
        <Textarea
          rows={2}
          value={form.description}
          limit={LISTING_LIMITS.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field
        label={t('offer.readme')}
        help={t('offer.readmeHelp')}
        aside={
          <Button size="xs" kind="quiet" icon={Sparkles} busy={write.isPending} onClick={() => write.mutate()}>
            {t('offer.write')}
          </Button>
        }
      >
        <Textarea
          rows={5}
          value={form.readme}
          limit={LISTING_LIMITS.readme}
          onChange={(event) => set({ readme: event.target.value })}
        />
      </Field>
      <Field label={t('offer.category')}>
        <Select
          items={[
            { value: 'none', label: t('offer.noCategory') },
            ...categories.map((category) => ({ value: category.id, label: category.name })),
          ]}
          value={form.category || 'none'}
          onChange={(category) => set({ category: category === 'none' ? '' : category })}
        />
      </Field>
      <Field label={t('offer.pictures')}>
        <PictureList pictures={form.pictures} onChange={(pictures) => set({ pictures })} />
      </Field>
      {!isNew && (
        <Field label={t('offer.note')}>
          <Textarea
            rows={2}
            value={form.note}
            limit={LISTING_LIMITS.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
      )}
      <p className="text-small text-mute">{t('offer.free')}</p>
    </FormDialog>
  )
}
