import type { Space } from '@orrery/contract'
import { Users } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Explains that a personal space has no roles, invitations, transfer and leaving. */
export function PersonalCard({ space }: { space: Space }) {
  const t = useT('space')
  return (
    <Card>
      <h2 className="font-semibold">{t('personal.title')}</h2>
      <p className="mt-1 text-small text-mute">{t('personal.text')}</p>
      <CreateTeamButton space={space} className="mt-3" />
    </Card>
  )
}

export function CreateTeamButton({ space, className }: { space: Space; className?: string }) {
  const t = useT('space')
  const create = createActions.use().find((action) => action.id === 'team')
  if (!create || create.may?.(space) === false) return null
  return (
    <Button size="sm" icon={Users} className={className} onClick={() => create.open(space)}>
      {t('personal.createTeam')}
    </Button>
  )
}
