import { useMutation } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import type { Webhook } from '../../tasks/task-form.ts'

interface WebhookFieldProps {
  webhook: Webhook | null
  onChange: (webhook: Webhook) => void
}

/** The URL that receives events. The token is shown once; a lost token can be replaced. */
export function WebhookField({ webhook, onChange }: WebhookFieldProps) {
  const t = useT('bot')
  const { botId } = useEditor()
  const make = useMutation({
    mutationFn: () => api.task.createWebhook({ bot_id: botId }),
    onSuccess: ({ webhook_url: url, bearer_token: token }) => onChange({ url, token }),
  })
  return (
    <Field label={t('task.webhook')} required help={t('task.webhook.help')}>
      {webhook ? (
        <div className="flex flex-col gap-2">
          <Input
            readOnly
            mono
            value={webhook.url}
            aria-label={t('task.webhook')}
            after={<CopyButton size="sm" text={webhook.url} />}
          />
          {webhook.token && (
            <>
              <Input
                readOnly
                mono
                value={webhook.token}
                aria-label={t('task.token')}
                after={<CopyButton size="sm" text={webhook.token} label={t('task.token.copy')} />}
              />
              <p className="text-small text-warn">{t('task.token.once')}</p>
              <CodeBlock
                wrap
                code={`curl -X POST ${webhook.url} \\\n  -H 'authorization: Bearer ${webhook.token}' \\\n  -H 'content-type: application/json' \\\n  -d '{"id":"event-1"}'`}
              />
            </>
          )}
        </div>
      ) : (
        <div>
          <Button icon={WebhookIcon} busy={make.isPending} onClick={() => make.mutate()}>
            {t('task.webhook.make')}
          </Button>
        </div>
      )}
      {make.error && <ErrorPanel error={make.error} />}
    </Field>
  )
}
