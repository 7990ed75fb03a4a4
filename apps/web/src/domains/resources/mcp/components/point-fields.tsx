import { KEPT_SECRET } from '@orrery/contract/shared/plugin-enums'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { officialQuery } from '../mcp.queries.ts'
import { isComplete, type PointForm, type Transport } from '../point-form.ts'
import { SettingRows } from './setting-rows.tsx'

interface PointFieldsProps {
  value: PointForm
  onChange: (next: PointForm) => void
}

/** How to reach a server. Local programs are offered only where the instance owner allows them. */
export function PointFields({ value, onChange }: PointFieldsProps) {
  const t = useT('mcp')
  const commands = (useQuery(officialQuery()).data ?? []).flatMap((server) =>
    server.mcp_server_access_points
      .filter((point) => point.transport_mode === 'stdio')
      .map((point) => ({ value: point.server_url, label: server.name, description: server.description })),
  )
  const set = (change: Partial<PointForm>) => onChange({ ...value, ...change })
  const kinds: Transport[] =
    commands.length > 0 || value.transport === 'stdio'
      ? ['streamable_http', 'sse', 'stdio']
      : ['streamable_http', 'sse']
  const isKept = value.token === KEPT_SECRET
  return (
    <>
      <Field label={t('point.transport')} help={t(`transport.${value.transport}.text`)}>
        <Segmented
          value={value.transport}
          onChange={(transport) =>
            set({ transport, ...((transport === 'stdio') !== (value.transport === 'stdio') && { url: '' }) })
          }
          items={kinds.map((kind) => ({ value: kind, label: t(`transport.${kind}`) }))}
        />
      </Field>
      {value.transport === 'stdio' ? (
        <Field label={t('point.command')} help={t('point.command.text')} required>
          <Select
            items={commands}
            value={value.url || null}
            placeholder={t('point.command.choose')}
            onChange={(url) => set({ url })}
          />
        </Field>
      ) : (
        <>
          <Field
            label={t('point.url')}
            required
            error={value.url && !isComplete(value) ? t('point.url.wrong') : undefined}
            help={t('point.url.text')}
          >
            <Input
              mono
              type="url"
              value={value.url}
              placeholder="https://"
              onChange={(event) => set({ url: event.target.value })}
            />
          </Field>
          <Field label={t('point.token')} help={isKept ? t('point.kept') : t('point.token.text')}>
            <PasswordInput
              value={isKept ? '' : value.token}
              placeholder={isKept ? KEPT_SECRET : t('point.token.none')}
              autoComplete="off"
              onChange={(event) => set({ token: event.target.value })}
            />
          </Field>
          <SettingRows rows={value.rows} onChange={(rows) => set({ rows })} />
        </>
      )}
    </>
  )
}
