import { CREDENTIAL_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { clientConfig, type ConfigKind, configs, scopes, serveAddress } from './client-config.ts'
import type { Served } from './served.queries.ts'

const durations = ['30', '90', '365', 'permanent'] as const
type Duration = (typeof durations)[number]

/** The URL, the token and the client settings. The token is shown only until the sheet is closed. */
export function ServeSheet({ served, spaceId, onClose }: { served: Served; spaceId: string; onClose: () => void }) {
  const t = useT('mcp')
  const isNarrow = useNarrow()
  const [kind, setKind] = useState<ConfigKind>('json')
  const [duration, setDuration] = useState<Duration>('90')
  const { type, action } = scopes[served.kind]
  const make = useMutation({
    mutationFn: async () =>
      (
        await api.token.create({
          name: `MCP ${served.name}`.slice(0, CREDENTIAL_LIMITS.name),
          duration_day: duration,
          workspace_permission: {
            workspace_id_list: [spaceId],
            permission_list: [{ resource_type: type, actions: [action] }],
          },
        })
      ).token,
  })
  const url = serveAddress(location.origin, served)
  return (
    <SideSheet
      kind="mcp-serve"
      width={520}
      // A phone has no space beside the page.
      place={isNarrow ? 'over' : 'beside'}
      title={served.name}
      caption={t(`serve.${served.kind}`)}
      tile={<TypeTile kind={served.kind} size={26} />}
      onClose={onClose}
    >
      <SheetSection title={t('serve.address')}>
        <div className="flex gap-1">
          <Input readOnly mono size="sm" aria-label={t('serve.address')} value={url} />
          <CopyButton text={url} label={t('serve.copyAddress')} />
        </div>
        <p className="mt-1.5 text-small text-mute">{t(`serve.${served.kind}.text`)}</p>
      </SheetSection>
      <SheetSection title={t('serve.token')}>
        {make.data ? (
          <Banner inset tone="warn">
            {t('serve.token.once')}
          </Banner>
        ) : (
          <div className="flex items-end gap-2">
            <Field label={t('serve.token.for')} className="flex-1">
              <Select
                size="sm"
                value={duration}
                onChange={setDuration}
                items={durations.map((duration) => ({ value: duration, label: t(`serve.days.${duration}`) }))}
              />
            </Field>
            <Button size="sm" kind="solid" icon={KeyRound} busy={make.isPending} onClick={() => make.mutate()}>
              {t('serve.token.make')}
            </Button>
          </div>
        )}
        <p className="mt-1.5 text-small text-mute">
          {t('serve.token.text', { scope: `${type}.${action}` })}{' '}
          <Link to="/account/$" params={{ _splat: 'tokens' }} className="link">
            {t('serve.token.all')}
          </Link>
        </p>
        {make.error && <ErrorPanel error={make.error} className="mt-2" />}
      </SheetSection>
      <SheetSection title={t('serve.client')}>
        <Select
          size="sm"
          label={t('serve.client')}
          value={kind}
          onChange={setKind}
          items={configs.map((config) => ({
            value: config,
            label: t(`config.${config}`),
            description: t(`config.${config}.text`),
          }))}
        />
        <CodeBlock
          className="mt-2"
          title={t(`config.${kind}`)}
          code={clientConfig(kind, served, location.origin, make.data ?? t('serve.token.placeholder'))}
        />
      </SheetSection>
    </SideSheet>
  )
}
