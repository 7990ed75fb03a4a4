import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  type Account,
  dropLetter,
  type Letter,
  lettersQuery,
  refreshChannels,
  resendLetter,
} from '../channel.queries.ts'

const tones = { waiting: 'info', sending: 'info', failed: 'err', uncertain: 'warn' } as const

/** Outgoing messages that wait, that failed, or whose delivery is uncertain. */
export function LetterList({ account }: { account: Account }) {
  const t = useT('channel')
  const { data, error } = useQuery(lettersQuery(account))
  return (
    <>
      {error && !data && <ErrorPanel error={error} />}
      {data?.length === 0 && <p className="text-mute">{t('letters.none')}</p>}
      <ul aria-label={t('letters')} className="flex flex-col">
        {data?.map((letter) => (
          <LetterRow key={letter.id} account={account} letter={letter} />
        ))}
      </ul>
    </>
  )
}

function LetterRow({ account, letter }: { account: Account; letter: Letter }) {
  const t = useT('channel')
  const decide = useMutation({
    mutationFn: (again: boolean) => (again ? resendLetter(account, letter) : dropLetter(account, letter)),
    onSuccess: async (_, again) => {
      toast.ok(t(again ? 'resent' : 'dropped'))
      await refreshChannels()
    },
  })
  const isDead = letter.state === 'failed' || letter.state === 'uncertain'
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="flex items-center gap-2">
        <Tag tone={tones[letter.state]}>{t(`letter.${letter.state}`)}</Tag>
        <span className="min-w-0 flex-1 truncate text-small text-mute tabular-nums">
          <DateTime at={fromSeconds(letter.created_at)} /> · {t('tries', { count: letter.tries })}
        </span>
        {isDead && (
          <>
            <Button size="xs" kind="ghost" icon={RotateCw} busy={decide.isPending} onClick={() => decide.mutate(true)}>
              {t('resend')}
            </Button>
            <Button
              size="xs"
              kind="ghost"
              icon={Trash2}
              disabled={decide.isPending}
              onClick={() => decide.mutate(false)}
            >
              {t('drop')}
            </Button>
          </>
        )}
      </div>
      <p className="wrap-anywhere">{letter.text}</p>
      {letter.error && <p className="text-small text-mute wrap-anywhere">{letter.error}</p>}
    </li>
  )
}
