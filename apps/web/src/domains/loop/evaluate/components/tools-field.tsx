import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { mockSetsQuery } from '../evaluation.queries.ts'
import { type PlanForm, toolModes } from '../plan-form.ts'

interface ToolsFieldProps {
  spaceId: string
  form: Pick<PlanForm, 'tools' | 'mockSets'>
  onChange: (change: Partial<Pick<PlanForm, 'tools' | 'mockSets'>>) => void
}

/** Selects whether the tools of a bot are really called, answered by mock sets, or refused. */
export function ToolsField({ spaceId, form, onChange }: ToolsFieldProps) {
  const t = useT('evaluation')
  const { data: sets } = useQuery({ ...mockSetsQuery(spaceId), enabled: form.tools === 'mocked' })
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label={t('tools.title')}
        items={toolModes.map((value) => ({ value, label: t(`tools.${value}`) }))}
        value={form.tools}
        onChange={(tools) => onChange({ tools })}
      />
      <p className="text-small text-mute">{t(`tools.${form.tools}Text`)}</p>
      {form.tools === 'mocked' && sets?.length === 0 && <p className="text-mute">{t('tools.noSets')}</p>}
      {form.tools === 'mocked' &&
        sets?.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={form.mockSets.includes(id)}
            onChange={(on) =>
              onChange({ mockSets: [...form.mockSets.filter((one) => one !== id), ...(on ? [id] : [])] })
            }
          >
            {name}
          </Checkbox>
        ))}
    </div>
  )
}
