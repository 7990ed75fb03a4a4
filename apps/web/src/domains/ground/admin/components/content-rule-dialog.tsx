import type { ContentRule } from '@orrery/contract'
import {
  CONTENT_RULE_LIMITS,
  type ContentScope,
  contentScopes,
  WILDCARD_REACH,
} from '@orrery/contract/shared/content-scopes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'

const fresh: ContentRule = { text: '', whole_word: false, scopes: [], message_en: '', message_zh: '' }

interface ContentRuleDialogProps {
  /** Absent: a new rule is created. */
  rule: ContentRule | undefined
  onSave: (rule: ContentRule) => Promise<unknown>
  onClose: () => void
}

export function ContentRuleDialog({ rule = fresh, onSave, onClose }: ContentRuleDialogProps) {
  const t = useT('admin')
  const [form, setForm] = useState(rule)
  const change = (part: Partial<ContentRule>) => setForm((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: () => onSave({ ...form, text: form.text.trim() }),
    onSuccess: () => {
      toast.ok(t('content.saved'))
      onClose()
    },
  })
  const toggle = (scope: ContentScope, isOn: boolean) =>
    change({ scopes: contentScopes.filter((other) => (other === scope ? isOn : form.scopes.includes(other))) })
  const refused = save.error ? readFieldError(String((save.error as Error).message).replace(/^rules\.\d+\./, '')) : null
  return (
    <FormDialog
      size="md"
      title={rule === fresh ? t('content.addTitle') : t('content.editTitle')}
      isDirty={form !== rule}
      isReady={form.text.trim() !== '' && form.text.trim().length <= CONTENT_RULE_LIMITS.text}
      call={save}
      error={refused?.field === 'text' ? null : save.error}
      action={t('content.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('content.text')}
        required
        help={t('content.textHelp', { count: WILDCARD_REACH })}
        error={refused?.field === 'text' && refused.text}
      >
        <Input
          value={form.text}
          limit={CONTENT_RULE_LIMITS.text}
          autoComplete="off"
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <Checkbox checked={form.whole_word} onChange={(isOn) => change({ whole_word: isOn })}>
        {t('content.whole')}
      </Checkbox>
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('content.where')}</legend>
        <p className="mb-2 text-small text-mute">{t('content.whereHelp')}</p>
        <div className="grid grid-cols-3 gap-2 max-sm:grid-cols-2">
          {contentScopes.map((scope) => (
            <Checkbox key={scope} checked={form.scopes.includes(scope)} onChange={(isOn) => toggle(scope, isOn)}>
              {t(`content.scope.${scope}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Field label={t('content.messageEn')} help={t('content.messageHelp')}>
        <Input
          value={form.message_en}
          limit={CONTENT_RULE_LIMITS.message}
          onChange={(event) => change({ message_en: event.target.value })}
        />
      </Field>
      <Field label={t('content.messageZh')}>
        <Input
          value={form.message_zh}
          limit={CONTENT_RULE_LIMITS.message}
          onChange={(event) => change({ message_zh: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
