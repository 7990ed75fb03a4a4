import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { newUuid } from '#lib/new-uuid.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { channelsQuery, historyVersionsQuery, type BotRef, refreshVersions } from '../../versions/version.queries.ts'
import { asConfig, type GrayForm, GrayFields, noGray } from './gray-fields.tsx'

const types = ['1', '2', '3'] as const
type VersionType = (typeof types)[number]
const BASE = 'base'

/** Serves a version beside the official one: on a lane, under an identifier, or to a share of users. */
export function ServeDialog({ of, onClose }: { of: BotRef; onClose: () => void }) {
  const t = useT('version')
  const { data: channels = [] } = useQuery(channelsQuery(of))
  const { data: stored = [] } = useQuery(historyVersionsQuery(of, [1, 2]))
  const ready = channels.filter((one) => one.has_published)
  const [type, setType] = useState<VersionType>('1')
  const [name, setName] = useState('')
  const [version, setVersion] = useState(BASE)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [gray, setGray] = useState<GrayForm>(noGray)
  // Idempotency key: a request that is sent twice over a weak network takes effect once.
  const [publishId] = useState(newUuid)
  const to = chosen ?? ready.slice(0, 1).map(({ id }) => id)
  const serve = useMutation({
    mutationFn: () =>
      api.botVersion.publish({
        ...of,
        connector_ids: [...to],
        version_type: Number(type),
        publish_id: publishId,
        ...(type === '1' && { x_tt_env: name.trim() }),
        ...(type === '2' && { version_identifier: name.trim() }),
        ...(type === '3' && { gray_config: asConfig(gray) }),
        ...(version !== BASE && { bot_version: version }),
      }),
    onSuccess: async ({ version_name: served }) => {
      await refreshVersions(of)
      toast.ok(t('serve.done', { version: served }))
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('serve.title')}
      description={t('serve.text')}
      isDirty={name !== ''}
      isReady={to.length > 0 && (type === '3' || name.trim() !== '')}
      call={serve}
      action={t('serve.action')}
      onSubmit={() => serve.mutate()}
      onClose={onClose}
    >
      <Segmented
        label={t('serve.type')}
        wide
        items={types.map((value) => ({ value, label: t(`serve.type.${value}`) }))}
        value={type}
        onChange={setType}
      />
      {type === '1' && (
        <Field label={t('lane')} help={t('lane.help')} required>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            limit={32}
            placeholder={t('lane.example')}
          />
        </Field>
      )}
      {type === '2' && (
        <Field label={t('identifier')} help={t('identifier.help')} required>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            limit={64}
            placeholder={t('identifier.example')}
          />
        </Field>
      )}
      {type === '3' && <GrayFields value={gray} onChange={setGray} />}
      <Field label={t('serve.version')}>
        <Select
          items={[
            { value: BASE, label: t('state.base') },
            ...stored.map((one) => ({
              value: one.bot_version,
              label: `${one.version_name || t('type.1')} · ${formatTime(fromSeconds(one.create_time))}`,
            })),
          ].filter((one, at, all) => all.findIndex((other) => other.value === one.value) === at)}
          value={version}
          onChange={setVersion}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">{t('serve.channels')}</legend>
        {ready.map(({ id, name: channel }) => (
          <Checkbox
            key={id}
            checked={to.includes(id)}
            onChange={(isOn) => setChosen(isOn ? [...to, id] : to.filter((one) => one !== id))}
          >
            {channel}
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  )
}
