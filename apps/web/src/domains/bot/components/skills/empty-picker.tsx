import { Link } from '@tanstack/react-router'
import { useT } from '../../../../lib/i18n.ts'
import { buttonStyle } from '../../../../ui/button-style.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { kindGlyph, type TileKind } from '../../../../ui/type-tile.tsx'
import { useEditor } from '../../draft-context.ts'
import type { SkillKind } from '../../skill-pickers.ts'

const tiles: Record<SkillKind, TileKind> = {
  plugin: 'plugin',
  workflow: 'workflow',
  chatflow: 'chatflow',
  knowledge_text: 'knowledge',
  knowledge_table: 'knowledge-table',
  knowledge_photo: 'knowledge-image',
  database: 'database',
}

/** In the place of a picker whose part of the studio is not there: it says so, and offers nothing it cannot keep. */
export function EmptyPicker({ kind, onClose }: { kind: SkillKind; onClose: () => void }) {
  const t = useT('bot')
  const { spaceId } = useEditor()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`picker.${kind}`)}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <EmptyState
        icon={kindGlyph(tiles[kind])}
        title={t('picker.empty')}
        text={t('picker.notYet')}
        action={
          <Link to="/space/$space_id/library" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
            {t('picker.library')}
          </Link>
        }
      />
    </Dialog>
  )
}
