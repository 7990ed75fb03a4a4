import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceOrNone } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import type { SkillKind } from '../../skills/skill-kinds.ts'
import { skillTiles } from './skill-tiles.ts'

/** There is none of this kind in the space: the way to the first one, as far as this studio can make them. */
export function NothingToPick({ kind, onClose }: { kind: SkillKind; onClose: () => void }) {
  const t = useT('bot')
  const space = useSpaceOrNone()
  const { spaceId } = useEditor()
  const tile = skillTiles[kind]
  const maker = createActions.use().find((action) => action.kind === tile && (action.may?.(space) ?? true))
  const make = () => {
    onClose()
    maker?.open(space)
  }
  return (
    <EmptyState
      icon={kindGlyph(tile)}
      title={t(`picker.none.${kind}`)}
      text={t(`picker.none.${kind}.text`)}
      action={
        maker ? (
          <Button kind="solid" icon={Plus} onClick={make}>
            {maker.label()}
          </Button>
        ) : (
          <Link to="/space/$space_id/library" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
            {t('picker.library')}
          </Link>
        )
      }
    />
  )
}
