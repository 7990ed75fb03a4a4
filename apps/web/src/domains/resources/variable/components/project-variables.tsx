import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { fromForm, readType, toForm, typeTextOf, type VariableForm } from '../variable-form.ts'
import { type ProjectVariable, projectVariablesQuery, saveProjectVariables } from '../variable.queries.ts'
import { VariableDialog } from './variable-dialog.tsx'

interface Edited {
  channel: number
  variable?: ProjectVariable
}

/** The variables of a project by group: of its users, of the app, and of the system. */
export function ProjectVariables({ projectId }: { projectId: string }) {
  const t = useT('variable')
  const query = useQuery(projectVariablesQuery(projectId))
  const [edited, setEdited] = useState<Edited | null>(null)
  const save = useMutation({ mutationFn: (list: ProjectVariable[]) => saveProjectVariables(projectId, list) })
  if (query.error) return <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const { VariableList: all, GroupConf: groups, CanEdit: mayEdit } = query.data
  const others = (channel: number) => all.filter((item) => item.Channel === channel && item !== edited?.variable)
  const put = ({ channel, variable }: Edited, form: VariableForm) => {
    const next = fromForm(form, channel, variable)
    save.mutate(variable ? all.map((item) => (item === variable ? next : item)) : [...all, next])
  }
  const remove = async (variable: ProjectVariable) => {
    const isSure = await confirm({
      title: t('remove.title', { name: variable.Keyword }),
      text: t('remove.text'),
      action: t('remove'),
      danger: true,
    })
    if (isSure) save.mutate(all.filter((item) => item !== variable))
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-5">
      <div className="mx-auto flex max-w-200 flex-col gap-5">
        {save.error && <ErrorPanel error={save.error} />}
        {groups.map((group) => {
          const channel = group.DefaultChannel ?? 0
          const isOpen = mayEdit && !group.IsReadOnly
          return (
            <section key={channel} aria-label={group.GroupName} className="flex flex-col gap-2">
              <div className="flex items-end justify-between gap-2">
                <div>
                  <h2 className="font-semibold">{group.GroupName}</h2>
                  <p className="text-small text-mute">{group.GroupDesc}</p>
                </div>
                {isOpen && (
                  <Button size="sm" icon={Plus} onClick={() => setEdited({ channel })}>
                    {t('add')}
                  </Button>
                )}
              </div>
              {group.VarInfoList.length === 0 ? (
                <p className="rounded-lg border border-dashed border-line p-4 text-mute">{t('none')}</p>
              ) : (
                <ul className="rounded-lg border border-line bg-card">
                  {group.VarInfoList.map((shown) => {
                    const variable = all.find((item) => item.Channel === channel && item.Keyword === shown.Keyword)
                    return (
                      <Row
                        key={shown.Keyword}
                        variable={shown}
                        onEdit={isOpen && variable ? () => setEdited({ channel, variable }) : undefined}
                        onRemove={isOpen && variable ? () => void remove(variable) : undefined}
                      />
                    )
                  })}
                </ul>
              )}
            </section>
          )
        })}
      </div>
      {edited && (
        <VariableDialog
          isTyped
          variable={edited.variable && toForm(edited.variable)}
          taken={others(edited.channel).map((other) => other.Keyword)}
          text={t('projectText')}
          onSave={(form) => put(edited, form)}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

interface RowProps {
  variable: ProjectVariable
  onEdit?: () => void
  onRemove?: () => void
}
function Row({ variable, onEdit, onRemove }: RowProps) {
  const t = useT('variable')
  const typeName = useDataTypeName()
  const { Keyword: name, Description: description, DefaultValue: first } = variable
  const note = [description, first && t('defaultIs', { value: first })].filter(Boolean).join(' · ')
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <TypeTile kind="variable" size={26} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <code className="truncate">{name}</code>
          <Tag>{typeName(typeTextOf(readType(variable.Schema)))}</Tag>
          {!variable.Enable && <Tag>{t('off')}</Tag>}
          {variable.IsReadOnly && <Tag>{t('readOnlyTag')}</Tag>}
        </div>
        {note && <p className="truncate text-small text-mute">{note}</p>}
      </div>
      {onEdit && <IconButton size="sm" icon={Pencil} label={t('editOf', { name })} onClick={onEdit} />}
      {onRemove && (
        <IconButton size="sm" kind="danger" icon={Trash2} label={t('removeOf', { name })} onClick={onRemove} />
      )}
    </li>
  )
}
