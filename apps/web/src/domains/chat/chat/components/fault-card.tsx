import { CircleAlert, RotateCw } from 'lucide-react'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { firstChunkTimeout } from '#lib/constants.ts'
import { useChat } from '../chat-context.ts'
import type { Fault } from '../chat-state.ts'

/** Shown below a question that was received but whose reply did not arrive. */
export function FaultCard({ questionId, fault }: { questionId: string; fault: Fault }) {
  const t = useT('chat')
  const { store } = useChat()
  const { logId } = describeError(fault.error)
  const isLate = fault.kind === 'timeout'
  return (
    <div role="alert" className="flex gap-2 rounded-lg border border-err-solid/50 bg-card p-3">
      <Icon of={CircleAlert} className="mt-0.5 shrink-0 text-err" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {isLate ? t('timeout.title', { seconds: firstChunkTimeout / 1000 }) : t('lost.title')}
        </p>
        <p className="text-small text-mute">{isLate ? t('timeout.text') : t('lost.text')}</p>
        <div className="mt-1.5 flex items-center gap-2">
          <Button size="sm" icon={RotateCw} onClick={() => void (isLate ? store.retry(questionId) : store.load())}>
            {isLate ? t('tryAgain') : t('lost.reload')}
          </Button>
          {logId && <CopyTextButton text={logId} label={t('logId')} />}
        </div>
      </div>
    </div>
  )
}
