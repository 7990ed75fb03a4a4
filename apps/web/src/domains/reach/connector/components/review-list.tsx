import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshConnectors, type Review, reviewsQuery } from '../connector.queries.ts'

const accepted = 2
const rejected = 3
const maxReason = 500

/** Versions that wait for review by the author of the channel. */
export function ReviewList({ connectorId }: { connectorId: string }) {
  const t = useT('connector')
  const { data } = useQuery(reviewsQuery(connectorId))
  const [refused, setRefused] = useState<Review>()
  const accept = useMutation({
    mutationFn: ({ id }: Review) => api.connectorReview.decide({ id, audit_status: accepted }, { toast: true }),
    onSettled: refreshConnectors,
    onSuccess: (_, { bot_name: name }) => void toast.ok(t('review.accepted', { name })),
  })
  return (
    <ul aria-label={t('review.list')} className="flex flex-col gap-1 rounded-md bg-page p-2">
      {data?.map((item) => (
        <li key={item.id} aria-label={item.bot_name} className="flex flex-wrap items-center gap-2 px-2 py-1">
          <span className="min-w-0 flex-1">
            <span data-user-text className="block truncate font-medium">
              {item.bot_name}
            </span>
            <span data-user-text className="block text-small text-mute">
              {t('review.by', {
                version: item.version_name,
                user: item.user_name,
                time: formatTime(item.create_time * 1000),
              })}
            </span>
          </span>
          <Button
            size="sm"
            icon={Check}
            busy={accept.isPending && accept.variables.id === item.id}
            aria-label={t('review.acceptOf', { name: item.bot_name })}
            onClick={() => accept.mutate(item)}
          >
            {t('review.accept')}
          </Button>
          <Button
            size="sm"
            kind="ghost"
            icon={X}
            aria-label={t('review.rejectOf', { name: item.bot_name })}
            onClick={() => setRefused(item)}
          >
            {t('review.reject')}
          </Button>
        </li>
      ))}
      {refused && <RejectDialog review={refused} onClose={() => setRefused(undefined)} />}
    </ul>
  )
}

function RejectDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const t = useT('connector')
  const [reason, setReason] = useState('')
  const name = review.bot_name
  const reject = useMutation({
    mutationFn: () => api.connectorReview.decide({ id: review.id, audit_status: rejected, reason: reason.trim() }),
    onSuccess: async () => {
      await refreshConnectors()
      toast.ok(t('review.rejected', { name }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('review.reject.title', { name })}
      description={t('review.reject.text')}
      isDirty={reason.trim() !== ''}
      isReady={reason.trim() !== '' && reason.trim().length <= maxReason}
      call={reject}
      action={t('review.reject')}
      onSubmit={() => reject.mutate()}
      onClose={onClose}
    >
      <Field label={t('review.reason')} required>
        <Textarea rows={3} limit={maxReason} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
