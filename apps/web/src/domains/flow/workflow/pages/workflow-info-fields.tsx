import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'

export interface WorkflowInfo {
  name: string
  desc: string
}
const limits = { name: 100, desc: 2000 }

export const isReadyInfo = ({ name, desc }: WorkflowInfo): boolean =>
  name.trim() !== '' && visibleLength(name.trim()) <= limits.name && visibleLength(desc.trim()) <= limits.desc

interface WorkflowInfoFieldsProps {
  info: WorkflowInfo
  onChange: (info: WorkflowInfo) => void
}

/** Name and description of a workflow; bots read both when they choose a tool. */
export function WorkflowInfoFields({ info, onChange }: WorkflowInfoFieldsProps) {
  const t = useT('workflow')
  return (
    <>
      <Field label={t('info.name')} required>
        <Input
          value={info.name}
          limit={limits.name}
          placeholder={t('info.namePlaceholder')}
          onChange={(event) => onChange({ ...info, name: event.target.value })}
        />
      </Field>
      <Field label={t('info.desc')} help={t('info.descHelp')}>
        <Textarea
          value={info.desc}
          limit={limits.desc}
          rows={3}
          onChange={(event) => onChange({ ...info, desc: event.target.value })}
        />
      </Field>
    </>
  )
}
