import { CONTENT_RULE_LIMITS, type ContentScope, contentScopes } from '@orrery/contract/shared/content-scopes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'

/** Tests a text with the saved rules. */
export function ContentTrial() {
  const t = useT('admin')
  const [language] = useLanguage()
  const [scope, setScope] = useState<ContentScope>('bot')
  const [text, setText] = useState('')
  const ask = useMutation({ mutationFn: () => api.contentRule.tryOut({ scope, text }) })
  const answer = ask.data
  const said = answer && (language === 'zh-CN' ? answer.message_zh : answer.message_en)
  return (
    <div className="flex max-w-140 flex-col items-start gap-3">
      <Field label={t('content.tryLabel')} className="w-full">
        <Textarea
          rows={3}
          value={text}
          limit={CONTENT_RULE_LIMITS.trial}
          onChange={(event) => {
            setText(event.target.value)
            ask.reset()
          }}
        />
      </Field>
      <div className="flex items-center gap-2">
        <Select
          prefix={t('content.tryIn')}
          items={contentScopes.map((value) => ({ value, label: t(`content.scope.${value}`) }))}
          value={scope}
          onChange={(value) => {
            setScope(value)
            ask.reset()
          }}
        />
        <Button disabled={text.trim() === ''} busy={ask.isPending} onClick={() => ask.mutate()}>
          {t('content.tryDo')}
        </Button>
      </div>
      {ask.error && <ErrorPanel error={ask.error} />}
      {answer && (
        <Banner inset tone={answer.passes ? 'info' : 'warn'}>
          {answer.passes ? t('content.tryPasses') : t('content.tryRefused', { message: said ?? '' })}
        </Banner>
      )}
    </div>
  )
}
