import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import type { SkillKind } from '../../skills/skill-kinds.ts'
import { CreateSkill } from './create-skill.tsx'
import { skillTiles } from './skill-tiles.ts'

interface NothingToPickProps {
  kind: SkillKind
  onLeave: () => void
  onCreated: (id: string) => void
}

/** Shown if the space has no resource of this kind, with a button to create one. */
export function NothingToPick({ kind, onLeave, onCreated }: NothingToPickProps) {
  const t = useT('bot')
  return (
    <EmptyState
      icon={kindGlyph(skillTiles[kind])}
      title={t(`picker.none.${kind}`)}
      text={t(`picker.none.${kind}.text`)}
      action={<CreateSkill isMain kind={kind} onLeave={onLeave} onCreated={onCreated} />}
    />
  )
}
