import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { useDocument } from '../document/document-context.tsx'
import { startFields } from '../run/inputs/input-field.ts'
import { AddressLine } from './address-line.tsx'
import { exampleCall } from './example-call.ts'
import { factsOf } from './trigger-draft.ts'
import type { Trigger } from './trigger.queries.ts'

interface WebhookSectionProps {
  trigger: Trigger
  isReadOnly: boolean
  onSecret: (secret: string) => void
}

/** How to call a webhook: its URL, its secret and an example. */
export function WebhookSection({ trigger, isReadOnly, onSecret }: WebhookSectionProps) {
  const t = useT('workflow-trigger')
  const { method, auth } = factsOf(trigger)
  const canvas = useDocument((document) => document.canvas)
  const rotate = useMutation({
    mutationFn: () => api.workflowTrigger.rotate({ trigger_id: trigger.trigger_id }, { toast: true }),
    onSuccess: ({ secret }) => onSecret(secret),
  })
  const ask = () =>
    confirm({
      title: t('rotate.title'),
      text: t('rotate.text'),
      action: t('rotate'),
      danger: true,
      onConfirm: async () => void (await rotate.mutateAsync()),
    })
  const names = startFields(canvas).map((field) => field.name)
  return (
    <SheetSection
      title={t('webhook.title')}
      tools={
        !isReadOnly && (
          <Button size="xs" kind="ghost" icon={KeyRound} busy={rotate.isPending} onClick={() => void ask()}>
            {t('rotate')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <AddressLine label={t('webhook.url')} url={trigger.webhook_url} copy={t('webhook.copy')} />
        <p className="flex flex-wrap items-center gap-1.5 text-small text-mute">
          <Tag mono>{method}</Tag>
          {t(`auth.${auth}.text`)}
        </p>
        <CodeBlock
          title={t('webhook.example')}
          code={exampleCall({ url: trigger.webhook_url, method, auth, names })}
          maxHeight="14rem"
        />
      </div>
    </SheetSection>
  )
}
