import { CircleCheck, CirclePause, CircleX, TriangleAlert, Unplug } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { Account } from '../channel.queries.ts'

const looks = {
  serving: { tone: 'ok', icon: CircleCheck },
  ready: { tone: 'info', icon: CircleCheck },
  untested: { tone: undefined, icon: Unplug },
  refused: { tone: 'err', icon: CircleX },
  incomplete: { tone: 'warn', icon: TriangleAlert },
  paused: { tone: 'warn', icon: CirclePause },
} as const

/** The state of an account, in a word. */
export function StateTag({ account }: { account: Pick<Account, 'state' | 'is_paused'> }) {
  const t = useT('channel')
  const state = account.is_paused ? 'paused' : account.state
  const { tone, icon } = looks[state]
  return (
    <Tag {...(tone && { tone })} icon={icon}>
      {t(`short.${state}`)}
    </Tag>
  )
}
