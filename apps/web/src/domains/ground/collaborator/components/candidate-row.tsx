import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { LabelTag } from '#ui/label-tag.tsx'
import type { Candidate } from './candidates.tsx'
import { PrincipalTag } from './principal-tag.tsx'

interface CandidateRowProps {
  candidate: Candidate
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onAdd: () => void
}

export function CandidateRow({ candidate, isChosen, onChoose, onAdd }: CandidateRowProps) {
  const t = useT('space')
  const { id, name, avatar_url: icon, user_label: label } = candidate.person
  return (
    <li className="flex h-9 items-center gap-2.5">
      <Checkbox label={t('collaborators.choose', { name })} checked={isChosen} onChange={onChoose} />
      <Avatar name={name} id={id} src={icon} size={24} decorative />
      <span className="min-w-0 truncate">{name}</span>
      <LabelTag label={label} />
      <PrincipalTag type={candidate.principal_type} isGuest={candidate.is_guest} members={candidate.members} />
      <span className="flex-1" />
      <Button size="sm" aria-label={t('collaborators.addName', { name })} onClick={onAdd}>
        {t('collaborators.add')}
      </Button>
    </li>
  )
}
