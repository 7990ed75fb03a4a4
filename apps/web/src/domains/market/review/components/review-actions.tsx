import { type DraftStatus, type ListingAction, nextListing, ProductState } from '@orrery/contract/shared/market'
import { useMutation } from '@tanstack/react-query'
import { Ban, Check, EyeOff, Sparkles, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshReview } from '../review.queries.ts'
import { FeatureDialog } from './feature-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface ReviewActionsProps {
  product: { meta_info: { id: string; name: string; status: number }; audit_status: number }
}
type Decision = 'approve' | 'reject' | 'unlist' | 'ban' | 'unban'

/** Calls without a dialog show errors as toasts. */
const calls: Record<Decision, (id: string, reason: string) => Promise<unknown>> = {
  approve: (id) => api.marketAdmin.approve({ product_id: id }, { toast: true }),
  reject: (id, reason) => api.marketAdmin.reject({ product_draft_id: id, reject_reason: reason }),
  unlist: (id) => api.marketAdmin.unlist({ product_id: id }, { toast: true }),
  ban: (id, reason) => api.marketAdmin.unlist({ product_id: id, ban: true, reason }),
  unban: (id) => api.marketAdmin.unban({ product_id: id }, { toast: true }),
}

/** Actions of the instance owner on a product, from the state table that also applies to the seller. */
export function ReviewActions({ product }: ReviewActionsProps) {
  const t = useT('seller')
  const [isFeaturing, setFeaturing] = useState(false)
  const [asking, setAsking] = useState<'reject' | 'ban'>()
  const { id, name, status } = product.meta_info
  const state = { status: status as ProductState, draft: product.audit_status as DraftStatus }
  const may = (action: ListingAction) => nextListing(state, action, 'admin') !== undefined
  const decide = useMutation({
    mutationFn: ({ decision, reason = '' }: { decision: Decision; reason?: string }) => calls[decision](id, reason),
    onSuccess: async (_, { decision }) => {
      setAsking(undefined)
      await refreshReview()
      toast.ok(t(`${decision}.done`, { name }))
    },
  })
  const isBusy = (decision: Decision) => decide.isPending && decide.variables.decision === decision
  const press = (decision: Decision) => () => decide.mutate({ decision })
  return (
    <div className="flex flex-wrap gap-2">
      {may('approve') && (
        <Button kind="solid" icon={Check} busy={isBusy('approve')} onClick={press('approve')}>
          {t('approve')}
        </Button>
      )}
      {may('reject') && (
        <Button icon={X} onClick={() => setAsking('reject')}>
          {t('reject')}
        </Button>
      )}
      {may('unlist') && (
        <Button icon={EyeOff} busy={isBusy('unlist')} onClick={press('unlist')}>
          {t('unlist')}
        </Button>
      )}
      {status === ProductState.listed && (
        <Button icon={Sparkles} onClick={() => setFeaturing(true)}>
          {t('feature')}
        </Button>
      )}
      {may('unban') && (
        <Button icon={Undo2} busy={isBusy('unban')} onClick={press('unban')}>
          {t('unban')}
        </Button>
      )}
      {may('ban') && (
        <Button kind={may('approve') ? 'plain' : 'danger'} icon={Ban} onClick={() => setAsking('ban')}>
          {t('ban')}
        </Button>
      )}
      {isFeaturing && <FeatureDialog id={id} name={name} onClose={() => setFeaturing(false)} />}
      {asking && (
        <ReasonDialog
          title={t(`${asking}.title`, { name })}
          text={t(`${asking}.text`)}
          action={t(`${asking}.do`)}
          call={decide}
          onSubmit={(reason) => decide.mutate({ decision: asking, reason })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
