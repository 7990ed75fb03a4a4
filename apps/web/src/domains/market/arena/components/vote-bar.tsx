import { VoteResult } from '@orrery/contract/shared/arena-enums'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'

interface VoteBarProps {
  call: { isPending: boolean; error: unknown }
  onVote: (result: VoteResult) => void
}

/** Four possible votes, also with keys 1 to 4. */
export function VoteBar({ call, onVote }: VoteBarProps) {
  const t = useT('arena')
  useKeys('1', () => onVote(VoteResult.left))
  useKeys('2', () => onVote(VoteResult.right))
  useKeys('3', () => onVote(VoteResult.bothGood))
  useKeys('4', () => onVote(VoteResult.bothBad))
  return (
    <div className="flex flex-col gap-2">
      <div role="group" aria-label={t('vote.label')} className="flex flex-wrap justify-center gap-2">
        <Button kind="solid" keys="1" disabled={call.isPending} onClick={() => onVote(VoteResult.left)}>
          {t('vote.left')}
        </Button>
        <Button kind="solid" keys="2" disabled={call.isPending} onClick={() => onVote(VoteResult.right)}>
          {t('vote.right')}
        </Button>
        <Button keys="3" disabled={call.isPending} onClick={() => onVote(VoteResult.bothGood)}>
          {t('vote.bothGood')}
        </Button>
        <Button keys="4" disabled={call.isPending} onClick={() => onVote(VoteResult.bothBad)}>
          {t('vote.bothBad')}
        </Button>
      </div>
      {call.error ? <ErrorPanel error={call.error} /> : null}
    </div>
  )
}
