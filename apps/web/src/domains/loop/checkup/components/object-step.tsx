import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { type EvalObject, keptVersionsQuery, type LiteBatch, objectsQuery, refreshBatches } from '../checkup.queries.ts'
import { type Kind, kinds, objectOf, shownObject, targetTypes } from '../compare-form.ts'
import { ObjectState } from './object-state.tsx'

/** Selects the objects. All have the same kind: bots, workflows or models. */
export function ObjectStep({ spaceId, meta }: { spaceId: string; meta: LiteBatch['coze_batch_task_meta'] }) {
  const t = useT('checkup')
  const objects = meta.eval_objects
  const [chosenKind, setKind] = useState<Kind>('bot')
  const kind = objects[0] ? shownObject(objects[0]).kind : chosenKind
  const [source, setSource] = useState<string | null>(null)
  const [state, setState] = useState<'draft' | 'published' | 'kept'>('draft')
  const [version, setVersion] = useState<string | null>(null)
  const found = useQuery(objectsQuery(spaceId, targetTypes[kind])).data ?? []
  const choices = found.map((one) => ({
    value: one.source_target_id,
    label: one.eval_target_version?.eval_target_content.name ?? '',
  }))
  const save = useMutation({
    mutationFn: (list: (EvalObject | ReturnType<typeof objectOf>)[]) =>
      api.liteBatch.bindObjects({ space_id: spaceId, batch_task_id: meta.id, eval_objects: list }),
    onSuccess: () => refreshBatches(spaceId),
  })
  const add = () => {
    const choice = choices.find(({ value }) => value === source)
    const chosen = state === 'kept' ? { version: version ?? '' } : state
    if (choice) save.mutate([...objects, objectOf(kind, choice.value, choice.label, chosen)])
  }
  const asksVersion = kind === 'bot' && state === 'kept'
  return (
    <div className="flex flex-col gap-3">
      {objects.length ? (
        <ul className="flex flex-wrap gap-2" aria-label={t('step.objects')}>
          {objects.map((one, at) => {
            const { name } = shownObject(one)
            return (
              <li key={at} className="flex items-center gap-1 rounded-md border border-line py-1 pr-1 pl-2">
                {name}
                <ObjectState object={one} />
                <IconButton
                  icon={X}
                  label={t('object.remove', { name })}
                  onClick={() => save.mutate(objects.filter((_, nth) => nth !== at))}
                />
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="text-mute">{t('object.none')}</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('object.type')}
          items={kinds.map((one) => ({
            value: one,
            label: t(`object.${one}`),
            disabled: objects.length > 0 && one !== kind,
          }))}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setSource(null)
            setState('draft')
          }}
        />
        <Select
          label={t('object.choose')}
          placeholder={t('object.choose')}
          items={choices}
          value={source}
          onChange={(next) => {
            setSource(next)
            setVersion(null)
          }}
          className="min-w-48"
        />
        {kind !== 'model' && (
          <Segmented
            label={t('object.state')}
            items={[
              { value: 'draft', label: t('object.draft') },
              { value: 'published', label: t('object.published') },
              ...(kind === 'bot' ? [{ value: 'kept' as const, label: t('object.kept') }] : []),
            ]}
            value={state}
            onChange={setState}
          />
        )}
        {asksVersion && source && <VersionSelect botId={source} value={version} onChange={setVersion} />}
        <Button disabled={!source || (asksVersion && !version)} busy={save.isPending} onClick={add}>
          {t('object.add')}
        </Button>
      </div>
      {save.error && <ErrorPanel error={save.error} />}
    </div>
  )
}
/** Selects a stored version of the draft, newest first. */
function VersionSelect({
  botId,
  value,
  onChange,
}: {
  botId: string
  value: string | null
  onChange: (version: string) => void
}) {
  const t = useT('checkup')
  const kept = useQuery(keptVersionsQuery(botId)).data ?? []
  return (
    <Select
      label={t('object.chooseKept')}
      placeholder={t('object.chooseKept')}
      items={kept.map((one) => ({
        value: one.version,
        label: formatTime(fromSeconds(one.create_time)),
        ...(one.commit_remark && { description: one.commit_remark }),
      }))}
      value={value}
      onChange={onChange}
      className="min-w-48"
    />
  )
}
