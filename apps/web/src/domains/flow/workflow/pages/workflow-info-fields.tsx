import { WORKFLOW_LIMITS } from '@orrery/contract/shared/limits'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'

export interface WorkflowInfo {
  name: string
  desc: string
}

export const isReadyInfo = ({ name, desc }: WorkflowInfo): boolean =>
  name.trim() !== '' &&
  visibleLength(name.trim()) <= WORKFLOW_LIMITS.name &&
  visibleLength(desc.trim()) <= WORKFLOW_LIMITS.description

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
          limit={WORKFLOW_LIMITS.name}
          placeholder={t('info.namePlaceholder')}
          onChange={(event) => onChange({ ...info, name: event.target.value })}
        />
      </Field>
      <Field label={t('info.desc')} help={t('info.descHelp')}>
        <Textarea
          value={info.desc}
          limit={WORKFLOW_LIMITS.description}
          rows={3}
          onChange={(event) => onChange({ ...info, desc: event.target.value })}
        />
      </Field>
    </>
  )
}
