import type { ShareLink } from '@orrery/contract'
import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { SHARE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshPublish } from '../publish.queries.ts'

export interface ShareDialogProps {
  resourceId: string
  resourceName: string
  link: ShareLink
  isLive: boolean
  onClose: () => void
}

/** The URL of the public page, and who may open it. */
export function LinkDialog({ resourceId, link, isLive, onClose }: ShareDialogProps) {
  const t = useT('publish')
  const [who, setWho] = useState<'anybody' | 'password'>(link.has_password ? 'password' : 'anybody')
  const [password, setPassword] = useState('')
  const target = { resource_id: resourceId, connector_id: ConnectorId.page }
  const save = useMutation({
    mutationFn: () => api.share.save({ ...target, password: who === 'anybody' ? '' : password || undefined }),
    onSuccess: async () => {
      await refreshPublish(resourceId)
      toast.ok(t('link.saved'))
      onClose()
    },
  })
  const renew = () =>
    confirm({
      title: t('link.renew.title'),
      text: t('link.renew.text'),
      action: t('link.renew'),
      danger: true,
      onConfirm: async () => {
        await api.share.renew(target)
        await refreshPublish(resourceId)
      },
    })
  const isIncomplete = who === 'password' && !link.has_password && password === ''
  return (
    <FormDialog
      size="md"
      title={t('link.title')}
      description={t('link.text')}
      isDirty={password !== ''}
      isReady={!isIncomplete}
      call={save}
      action={t('save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!isLive && (
        <Banner tone="warn" inset>
          {t('link.notLive')}
        </Banner>
      )}
      <Field
        label={t('link.address')}
        aside={
          <Button size="xs" kind="ghost" onClick={() => void renew()}>
            {t('link.renew')}
          </Button>
        }
      >
        <span className="flex items-center gap-2">
          <Input
            readOnly
            mono
            value={link.url}
            onFocus={(event) => event.target.select()}
            after={<CopyButton size="sm" text={link.url} label={t('link.copy')} />}
          />
          {isLive && (
            <a href={link.url} target="_blank" rel="noreferrer" className={buttonStyle('plain')}>
              <Icon of={ExternalLink} /> {t('link.open')}
            </a>
          )}
        </span>
      </Field>
      <Field label={t('link.who')}>
        <RadioGroup
          label={t('link.who')}
          value={who}
          onChange={setWho}
          items={[
            { value: 'anybody', label: t('link.anybody'), description: t('link.anybody.text') },
            {
              value: 'password',
              label: t('link.password'),
              description: t('link.password.text'),
              settings: (
                // Has its own label: the label of the radio group would otherwise name this field too.
                <Field label={t('link.password.field')}>
                  <PasswordInput
                    autoComplete="new-password"
                    maxLength={SHARE_LIMITS.password}
                    value={password}
                    placeholder={link.has_password ? t('link.password.keep') : undefined}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                </Field>
              ),
            },
          ]}
        />
      </Field>
    </FormDialog>
  )
}
