import { Link } from '@tanstack/react-router'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Icon } from '#ui/icon.tsx'

/** Links from an embedded trace of a turn or run to its own page, which can be shared. */
export function TracePageLink({ spaceId, traceId }: { spaceId: string; traceId: string }) {
  const t = useT('trace')
  return (
    <Link
      to="/space/$space_id/observe/traces/$trace_id"
      params={{ space_id: spaceId, trace_id: traceId }}
      className={buttonStyle('ghost', 'sm')}
    >
      <Icon of={SquareArrowOutUpRight} />
      {t('openPage')}
    </Link>
  )
}
