import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { usePeople } from '../document/canvas-overlays.tsx'

const most = 3

/** Other users who have the workflow open. */
export function People() {
  const t = useT('workflow')
  const people = usePeople()
  if (!people.length) return null
  const rest = people.length - most
  return (
    <Tooltip text={t('presence.here', { names: people.map((person) => person.name).join(', ') })}>
      <span
        role="img"
        aria-label={t('presence.here', { names: people.map((person) => person.name).join(', ') })}
        className="flex items-center -space-x-1.5"
      >
        {people.slice(0, most).map((person) => (
          <span key={person.id} style={{ borderColor: person.color }} className="rounded-full border-2 bg-card">
            <Avatar name={person.name} src={person.avatarUrl} size={20} />
          </span>
        ))}
        {rest > 0 && <span className="pl-2.5 text-small text-mute">{`+${rest}`}</span>}
      </span>
    </Tooltip>
  )
}
