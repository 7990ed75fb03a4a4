import { SHOWCASE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { dayText, firstSecond, lastSecond } from '../day-seconds.ts'
import { refreshReview } from '../review.queries.ts'

const week = 7 * 86_400_000

/** Features a product for some days. */
export function FeatureDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useT('seller')
  const [from, setFrom] = useState(() => dayText(Date.now()))
  const [until, setUntil] = useState(() => dayText(Date.now() + week))
  const [reason, setReason] = useState('')
  const [description, setDescription] = useState('')
  const save = useMutation({
    mutationFn: () =>
      api.marketShowcaseAdmin.setFeatured({
        config: {
          product_id: id,
          begin_time_second: firstSecond(from),
          end_time_second: lastSecond(until),
          reason: reason.trim(),
          description: description.trim(),
        },
      }),
    onSuccess: async () => {
      await refreshReview()
      toast.ok(t('feature.done', { name }))
      onClose()
    },
  })
  const refused = save.error ? readFieldError(save.error) : null
  return (
    <FormDialog
      title={t('feature.title', { name })}
      description={t('feature.text')}
      isDirty={reason !== '' || description !== ''}
      isReady={from !== '' && until !== ''}
      call={save}
      error={refused?.field === 'end_time_second' ? null : save.error}
      action={t('feature.do')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('front.from')} required>
          <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t('front.until')} required error={refused?.field === 'end_time_second' && t('front.order')}>
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
      <Field label={t('feature.reason')} help={t('feature.reasonHelp')}>
        <Input value={reason} limit={SHOWCASE_LIMITS.reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Field label={t('feature.description')} help={t('feature.descriptionHelp')}>
        <Textarea
          rows={2}
          value={description}
          limit={SHOWCASE_LIMITS.description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
