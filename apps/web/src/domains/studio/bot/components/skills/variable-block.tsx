import type { BotInfo } from '@orrery/contract'
import { ModelFunction } from '@orrery/contract/shared/model-support'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { VariableDialog } from '#domains/resources/variable/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'

type Variable = BotInfo['variable_list'][number]

export function VariableBlock() {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const [variables, setVariables] = useGroup('variable_list')
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const noteOf = (variable: Variable) =>
    [variable.description, variable.default_value && t('variable.defaultIs', { value: variable.default_value })]
      .filter(Boolean)
      .join(' · ')
  const save = (next: Variable) =>
    setVariables(
      edited === 'new' ? [...variables, next] : variables.map((variable) => (variable === edited ? next : variable)),
    )
  return (
    <>
      <SkillBlock
        tab="variable"
        title={t('block.variable')}
        hint={t('block.variable.hint')}
        hasData={variables.length > 0}
        count={variables.length}
        needs={ModelFunction.variable}
        onAdd={() => setEdited('new')}
        addLabel={t('block.variable.add')}
      >
        {variables.map((variable) => (
          <SkillRow
            key={variable.key}
            tile={<TypeTile kind="variable" size={26} />}
            name={variable.key}
            mono
            copyText={`{{${variable.key}}}`}
            note={noteOf(variable) || t('variable.empty')}
            beside={
              (variable.is_disabled && <Tag>{t('variable.off')}</Tag>) ||
              (variable.is_system && <Tag>{t('variable.system')}</Tag>)
            }
            onOpen={isReadOnly ? undefined : () => setEdited(variable)}
            tools={
              <IconButton
                size="sm"
                icon={Settings2}
                label={t('row.settings', { name: variable.key })}
                onClick={() => setEdited(variable)}
              />
            }
            onRemove={() => setVariables(variables.filter((item) => item !== variable))}
          />
        ))}
      </SkillBlock>
      {edited && (
        <VariableDialog
          variable={edited === 'new' ? undefined : edited}
          taken={variables.filter((variable) => variable !== edited).map((variable) => variable.key)}
          text={t('variable.text', { sample: '{{name}}' })}
          onSave={({ is_system = false, ...form }) => save({ ...form, is_system })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
