import { Plus } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import type { Creating } from '#lib/creating.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaces } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import type { SkillKind } from '../../skills/skill-kinds.ts'

/** The create action for each kind of skill. */
const created: Record<SkillKind, string> = {
  workflow: 'workflow',
  imageflow: 'imageflow',
  chatflow: 'chatflow',
  knowledge_text: 'knowledge',
  knowledge_table: 'knowledge',
  knowledge_photo: 'knowledge',
  database: 'database',
}

/** The format of a new knowledge base. */
const formats: Partial<Record<SkillKind, Creating['format']>> = { knowledge_table: 'table', knowledge_photo: 'image' }

interface CreateSkillProps {
  kind: SkillKind
  isMain?: boolean
  /** Closes this dialog before the create dialog opens. */
  onLeave: () => void
  onCreated: (id: string) => void
}

/** Creates a new resource, which is then added to the bot. */
export function CreateSkill({ kind, isMain = false, onLeave, onCreated }: CreateSkillProps) {
  const t = useT('bot')
  const { spaceId } = useEditor()
  const space = useSpaces().find((item) => item.id === spaceId)
  const maker = createActions.use().find((action) => action.id === created[kind] && (action.may?.(space) ?? true))
  if (!space || !maker) return null
  const make = () => {
    onLeave()
    maker.open(space, { onCreated, format: formats[kind] })
  }
  return (
    <Button kind={isMain ? 'solid' : 'plain'} icon={Plus} onClick={make} className={isMain ? '' : 'mr-auto'}>
      {t('picker.create', { what: maker.label().toLowerCase() })}
    </Button>
  )
}
