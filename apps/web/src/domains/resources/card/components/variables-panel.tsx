import type { CardVariable } from '@orrery/contract'
import { freeName, newVariable, removeVariable, saveVariable } from '@orrery/engine/card'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCardEditor, useDesign } from '../card-context.ts'
import { VariableDialog } from './variable-dialog.tsx'

/** The variables that an answer fills, with the samples that the editor shows. */
export function VariablesPanel() {
  const t = useT('card')
  const { store, mayEdit } = useCardEditor()
  const { variables } = useDesign()
  const [edited, setEdited] = useState<{ variable: CardVariable; isNew: boolean } | null>(null)
  const names = variables.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-2 p-3">
      <ul className="flex flex-col">
        {variables.map((variable) => (
          <li key={variable.name} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 truncate font-mono">{variable.name}</span>
            <Tag>{t(`type.${variable.type}`)}</Tag>
            {mayEdit && (
              <>
                <IconButton
                  size="sm"
                  icon={Pencil}
                  label={t('variable.edit', { name: variable.name })}
                  onClick={() => setEdited({ variable, isNew: false })}
                />
                <IconButton
                  size="sm"
                  icon={Trash2}
                  kind="danger"
                  label={t('variable.delete', { name: variable.name })}
                  onClick={() => store.edit((design) => removeVariable(design, variable.name))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {variables.length === 0 && <p className="text-mute">{t('variable.none')}</p>}
      {mayEdit && (
        <Button
          size="sm"
          icon={Plus}
          onClick={() => setEdited({ variable: newVariable(freeName(names, 'text')), isNew: true })}
        >
          {t('variable.add')}
        </Button>
      )}
      {edited && (
        <VariableDialog
          variable={edited.variable}
          isNew={edited.isNew}
          taken={names.filter((name) => edited.isNew || name !== edited.variable.name)}
          onSave={(variable) => {
            store.edit((design) => saveVariable(design, variable, edited.isNew ? undefined : edited.variable.name))
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}
