import { webhookMethods } from '@orrery/contract/shared/triggers'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { DraftProps } from './trigger-dialog.tsx'

/** Method and authentication of a webhook. */
export function WebhookFields({ draft, set }: DraftProps) {
  const t = useT('workflow-trigger')
  const isGet = draft.method === 'GET'
  return (
    <>
      <Field label={t('method')} help={isGet ? t('method.get') : undefined}>
        <Segmented
          label={t('method')}
          items={webhookMethods.map((method) => ({ value: method, label: method }))}
          value={draft.method}
          onChange={(method) => set({ method })}
        />
      </Field>
      <Field label={t('auth')}>
        <RadioGroup
          label={t('auth')}
          items={(['token', 'signature'] as const).map((auth) => ({
            value: auth,
            label: t(`auth.${auth}`),
            description: t(`auth.${auth}.text`),
            // A signature covers the body, which GET requests do not have.
            disabled: isGet && auth === 'signature',
          }))}
          value={isGet ? 'token' : draft.auth}
          onChange={(auth) => set({ auth })}
        />
      </Field>
    </>
  )
}
