import { ModelFunction } from '@orrery/contract/shared/model-support'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { knowledgeLink } from '#lib/links.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { toBase } from '../../skills/picked-entries.ts'
import { KnowledgeSettings } from '../dialogs/knowledge-settings.tsx'
import { OpenLink } from './open-link.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'
import { usePicker } from '../pickers/use-picker.tsx'

const formats = {
  text: { type: 0, tile: 'knowledge', needs: ModelFunction.knowledgeText },
  table: { type: 1, tile: 'knowledge-table', needs: ModelFunction.knowledgeTable },
  photo: { type: 2, tile: 'knowledge-image', needs: ModelFunction.knowledgePhoto },
} as const
export type KnowledgeFormat = keyof typeof formats

/** Knowledge bases of one format. The draft stores all formats in one list with shared settings. */
export function KnowledgeBlock({ format }: { format: KnowledgeFormat }) {
  const t = useT('bot')
  const { loaded, spaceId, botId, isReadOnly } = useEditor()
  const [knowledge, setKnowledge] = useGroup('knowledge')
  const [isSetting, setSetting] = useState(false)
  const details = loaded.bot_option_data.knowledge_detail_map
  const { type, tile, needs } = formats[format]
  // A knowledge base of unknown format (it was deleted) is listed among the texts, where it can be removed.
  const bases = knowledge.knowledge_info.filter((base) => (details[base.id]?.format_type ?? 0) === type)
  const linkTo = (datasetId: string, action: 'add' | 'remove') =>
    knowledgeLink({ spaceId, datasetId, fromBot: { botId, action } })
  const picker = usePicker(
    `knowledge_${format}`,
    new Set(knowledge.knowledge_info.map((base) => base.id)),
    (picked) => setKnowledge({ knowledge_info: [...knowledge.knowledge_info, ...picked.map(toBase)] }),
    (id) => linkTo(id, 'add'),
  )
  return (
    <>
      <SkillBlock
        tab={`knowledge_${format}`}
        title={t(`block.knowledge_${format}`)}
        hint={t(`block.knowledge_${format}.hint`)}
        hasData={bases.length > 0}
        count={bases.length}
        needs={needs}
        onAdd={picker.open}
        addLabel={t(`block.knowledge_${format}.add`)}
        tools={
          format === 'text' && (
            <IconButton icon={Settings2} label={t('knowledge.settings')} onClick={() => setSetting(true)} />
          )
        }
      >
        {bases.map((base) => (
          <SkillRow
            key={base.id}
            tile={<TypeTile kind={tile} size={26} />}
            name={details[base.id]?.name || base.name}
            note={details[base.id]?.description || (knowledge.auto ? t('knowledge.auto') : t('knowledge.onDemand'))}
            tools={<OpenLink name={base.name} href={linkTo(base.id, 'remove')} />}
            onRemove={() =>
              setKnowledge({ knowledge_info: knowledge.knowledge_info.filter((item) => item.id !== base.id) })
            }
          />
        ))}
      </SkillBlock>
      {picker.dialog}
      {isSetting && <KnowledgeSettings isReadOnly={isReadOnly} onClose={() => setSetting(false)} />}
    </>
  )
}
