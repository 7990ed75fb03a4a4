import { CircleAlert, CircleCheck, CircleSlash, Unplug } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { ServerState } from '../server-state.ts'

const looks = {
  ready: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'err', icon: CircleAlert },
  empty: { tone: 'warn', icon: Unplug },
  off: { tone: 'grey', icon: CircleSlash },
} as const

export function ServerStateTag({ state }: { state: ServerState }) {
  const t = useT('mcp')
  const { tone, icon } = looks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {t(`state.${state}`)}
    </Tag>
  )
}
