import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { InlineCode } from '#ui/inline-code.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import type { ContentSettings } from '../admin.queries.ts'
import { useContentRules } from '../use-content-rules.ts'

/** A service of the owner that checks texts that no rule refuses. */
export function ContentHookForm({ settings }: { settings: ContentSettings }) {
  const t = useT('admin')
  const { save } = useContentRules()
  const [url, setUrl] = useState(settings.hook_url)
  const [strict, setStrict] = useState(settings.strict)
  const isChanged = url.trim() !== settings.hook_url || strict !== settings.strict
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || save.isPending) return
    save.mutate({ hook_url: url.trim(), strict }, { onSuccess: () => void toast.ok(t('content.hookSaved')) })
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-140 flex-col items-start gap-3">
      <Field label={t('content.hookUrl')} help={<InlineCode text={t('content.hookHelp')} />} className="w-full">
        <Input
          mono
          value={url}
          placeholder="https://"
          autoComplete="off"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Checkbox checked={strict} onChange={setStrict}>
        {t('content.strict')}
      </Checkbox>
      {save.error && <ErrorPanel error={save.error} />}
      <Button type="submit" disabled={!isChanged} busy={save.isPending}>
        {t('content.save')}
      </Button>
    </form>
  )
}
