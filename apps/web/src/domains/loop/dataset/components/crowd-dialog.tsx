import { ANNOTATION_LIMITS, CrowdPlatform } from '@orrery/contract/shared/crowd-enums'
import { nextVersions } from '@orrery/contract/shared/version-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshCrowd, studioProjectQuery, studioProjectsQuery, studioQuery } from '../crowd.queries.ts'
import type { Dataset } from '../dataset.queries.ts'
import { TagSelect } from './tag-select.tsx'

type Platform = 'queue' | 'studio'

/** The version whose rows are sent: the latest, or a new one if the draft differs from it. */
async function versionOf(dataset: Dataset): Promise<string> {
  const { id: datasetID, latestVersion, changeUncommitted } = dataset
  if (latestVersion && !changeUncommitted) {
    const { versions } = await api.datasetVersion.list({ datasetID, pageSize: 1 })
    if (versions[0]) return versions[0].id
  }
  const version = nextVersions(latestVersion).patch.replace(/^v/i, '')
  return (await api.datasetVersion.create({ datasetID, version })).id
}

/** Sends all rows to people of the space or to the connected Label Studio server. */
export function CrowdDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const t = useT('dataset')
  const { spaceID } = dataset
  const [platformChoice, setPlatformChoice] = useState<Platform>('queue')
  const [name, setName] = useState('')
  const [guide, setGuide] = useState('')
  const [column, setColumn] = useState('')
  const [tag, setTag] = useState('')
  const [people, setPeople] = useState(1)
  const [project, setProject] = useState('')
  const [question, setQuestion] = useState('')
  const [shown, setShown] = useState<Record<string, string>>({})
  const isStudio = platformChoice === 'studio'
  const link = useQuery(studioQuery(spaceID)).data
  const projects = useQuery(studioProjectsQuery(spaceID, isStudio && Boolean(link))).data ?? []
  const known = useQuery(studioProjectQuery(spaceID, isStudio ? project : '')).data
  const fields = dataset.schema.fields.filter(({ status }) => status === 1)
  const send = useMutation({
    mutationFn: async () => {
      const inputMappings = isStudio
        ? (known?.needs ?? []).map((need) => ({ sourceValue: shown[need] ?? '', targetValue: need }))
        : []
      return api.datasetCrowd.create({
        spaceID,
        name,
        description: guide,
        platform: isStudio ? CrowdPlatform.labelStudio : CrowdPlatform.queue,
        aidpConfig: { taskID: isStudio ? project : tag },
        inputConfig: { inputDatasetID: dataset.id, inputDatasetVersionID: await versionOf(dataset), inputMappings },
        outputConfig: {
          outputMappings: [{ sourceValue: isStudio ? question : '', targetValue: column, isNewColumn: true }],
        },
        queue: { blindCount: people },
      })
    },
    onSuccess: async () => {
      toast.ok(t('crowd.started'))
      await refreshCrowd()
      onClose()
    },
  })
  const isMapped = known !== undefined && question !== '' && known.needs.every((need) => shown[need])
  return (
    <FormDialog
      title={t('crowd.title')}
      description={t('crowd.text')}
      isDirty={name !== ''}
      isReady={name.trim() !== '' && column.trim() !== '' && (!isStudio || isMapped)}
      call={send}
      action={t('crowd.action')}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <Field label={t('crowd.name')} required>
        <Input value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      {link && (
        <Field label={t('crowd.platform')}>
          <Segmented
            label={t('crowd.platform')}
            value={platformChoice}
            onChange={setPlatformChoice}
            items={[
              { value: 'queue', label: t('crowd.platform.queue') },
              { value: 'studio', label: t('crowd.platform.studio') },
            ]}
          />
        </Field>
      )}
      {isStudio ? (
        <>
          <Field label={t('crowd.project')} required>
            <Select
              label={t('crowd.project')}
              placeholder={t('crowd.projectPlaceholder')}
              value={project || null}
              onChange={setProject}
              items={projects.map(({ taskID, title }) => ({ value: taskID, label: title }))}
            />
          </Field>
          {known?.needs.map((need) => (
            <Field key={need} label={t('crowd.shows', { name: need })} required>
              <Select
                label={t('crowd.shows', { name: need })}
                placeholder={t('crowd.showsPlaceholder')}
                value={shown[need] ?? null}
                onChange={(key) => setShown({ ...shown, [need]: key })}
                items={fields.map((field) => ({ value: field.key, label: field.name }))}
              />
            </Field>
          ))}
          {known && (
            <Field label={t('crowd.question')} required>
              <Select
                label={t('crowd.question')}
                placeholder={t('crowd.questionPlaceholder')}
                value={question || null}
                onChange={setQuestion}
                items={known.questions.map((value) => ({ value, label: value }))}
              />
            </Field>
          )}
        </>
      ) : (
        <>
          <Field label={t('crowd.guide')}>
            <Textarea
              rows={2}
              value={guide}
              placeholder={t('crowd.guidePlaceholder')}
              onChange={({ target }) => setGuide(target.value)}
            />
          </Field>
          <Field label={t('crowd.tag')} help={t('crowd.tagHelp')}>
            <TagSelect spaceId={spaceID} label={t('crowd.tag')} disabled={false} value={tag} onChange={setTag} />
          </Field>
          <Field label={t('crowd.people')} help={t('crowd.peopleHelp')}>
            <NumberInput
              label={t('crowd.people')}
              min={1}
              max={ANNOTATION_LIMITS.blind}
              value={people}
              onChange={(next) => setPeople(next ?? 1)}
              className="w-24"
            />
          </Field>
        </>
      )}
      <Field label={t('crowd.column')} help={t('crowd.columnHelp')} required>
        <Input value={column} onChange={({ target }) => setColumn(target.value)} />
      </Field>
    </FormDialog>
  )
}
