import type { Space } from '@orrery/contract'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { Crown, LogOut } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

interface OwnershipCardProps {
  space: Space
  /** A space with a single member cannot be transferred. */
  isAlone: boolean
  onHandOver: () => void
  onLeave: () => void
}

export function OwnershipCard({ space, isAlone, onHandOver, onLeave }: OwnershipCardProps) {
  const t = useT('space')
  const isOwner = space.space_role_type === SpaceRole.owner
  const text = isOwner ? (isAlone ? t('owner.alone') : t('owner.mine')) : t('owner.others')
  return (
    <Card>
      <h2 className="font-semibold">{t('owner.title')}</h2>
      {!isOwner && (
        <p className="mt-1 flex items-center gap-2">
          <Avatar name={space.owner_name} id={space.owner_user_id} src={space.owner_icon_url} size={20} decorative />
          <span className="truncate">{space.owner_name}</span>
        </p>
      )}
      <p className="mt-1 text-small text-mute">{text}</p>
      <div className="mt-3 flex gap-2">
        {mayInSpace(space, 'transfer') && (
          <Button size="sm" icon={Crown} disabled={isAlone} onClick={onHandOver}>
            {t('owner.handOver')}
          </Button>
        )}
        {mayInSpace(space, 'exit') && (
          <Button size="sm" kind="quiet" icon={LogOut} disabled={isOwner && isAlone} onClick={onLeave}>
            {t('owner.leave')}
          </Button>
        )}
      </div>
    </Card>
  )
}
