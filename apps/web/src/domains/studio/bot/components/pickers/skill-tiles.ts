import type { TileKind } from '#lib/tile-kind.ts'
import type { SkillKind } from '../../skills/skill-kinds.ts'

export const skillTiles: Record<SkillKind, TileKind> = {
  workflow: 'workflow',
  imageflow: 'imageflow',
  chatflow: 'chatflow',
  knowledge_text: 'knowledge',
  knowledge_table: 'knowledge-table',
  knowledge_photo: 'knowledge-image',
  database: 'database',
}
