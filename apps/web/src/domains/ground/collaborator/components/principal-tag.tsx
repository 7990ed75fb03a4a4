import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { Collaborator } from '../collaborator.queries.ts'

interface PrincipalTagProps {
  type: Collaborator['principal_type']
  /** Not a member of the space. */
  isGuest: boolean
  members?: number | undefined
}

/** Marks collaborators who are not ordinary members of the space. */
export function PrincipalTag({ type, isGuest, members = 0 }: PrincipalTagProps) {
  const t = useT('space')
  if (type === 3) return <Tag>{t('collaborators.group', { count: members })}</Tag>
  if (type === 2) return <Tag>{t('collaborators.service')}</Tag>
  return isGuest ? <Tag tone="warn">{t('collaborators.guest')}</Tag> : null
}
