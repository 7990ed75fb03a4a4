import { OPINION_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshMarket } from '../explore.queries.ts'
import { StarChoice } from './stars.tsx'

/** The user's own rating: add, change, remove. */
export function OwnRating({ id, own }: { id: string; own: { stars: number; comment: string } }) {
  const t = useT('explore')
  const [stars, setStars] = useState(own.stars)
  const [comment, setComment] = useState(own.comment)
  const rate = useMutation({
    mutationFn: (rating: { stars: number; comment: string }) => api.market.rate({ product_id: id, ...rating }),
    onSuccess: async (_, rating) => {
      toast.ok(t(rating.stars ? 'rate.saved' : 'rate.gone'))
      setStars(rating.stars)
      setComment(rating.comment)
      await refreshMarket()
    },
  })
  const isChanged = stars !== own.stars || comment.trim() !== own.comment
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4">
      <h3 className="font-semibold">{t('rate.own')}</h3>
      <StarChoice stars={stars} onChange={setStars} />
      <Field label={t('rate.comment')}>
        <Textarea
          rows={2}
          limit={OPINION_LIMITS.rating}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {rate.error && <ErrorPanel error={rate.error} />}
      <div className="flex gap-2">
        <Button
          kind="solid"
          disabled={stars === 0 || !isChanged || comment.trim().length > OPINION_LIMITS.rating}
          busy={rate.isPending}
          onClick={() => rate.mutate({ stars, comment: comment.trim() })}
        >
          {t('rate.save')}
        </Button>
        {own.stars > 0 && <Button onClick={() => rate.mutate({ stars: 0, comment: '' })}>{t('rate.takeBack')}</Button>}
      </div>
    </div>
  )
}
