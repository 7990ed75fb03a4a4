import { GRAY_BUCKETS } from '@orrery/contract/shared/gray'
import { PromptEnv, promptLabels } from '@orrery/contract/shared/prompt-enums'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Banner } from '#ui/banner.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Prompt, refreshPrompts, releaseSettingsQuery, versionsQuery } from '../prompts.queries.ts'

interface ReleaseDialogProps {
  prompt: Prompt
  spaceId: string
  onDone: () => void
  onClose: () => void
}
const none = 'none'

/** Starts a release: checks, an approval if the space requires one, optionally a share of users, then everyone. */
export function ReleaseDialog({ prompt, spaceId, onDone, onClose }: ReleaseDialogProps) {
  const t = useT('prompts')
  const { data: settings } = useQuery(releaseSettingsQuery(spaceId))
  const { data } = useInfiniteQuery(versionsQuery(prompt.id))
  const versions = data?.pages.flatMap((page) => page.prompts.map(({ version }) => version)) ?? []
  const { values, field, text } = useForm(() => ({
    version: prompt.latest_version,
    env: 'production' as keyof typeof PromptEnv,
    label: 'production' as string,
    isGray: false,
    share: 10 as number | null,
    comment: '',
  }))
  const plan = settings?.gray_plan ?? []
  const hasPlan = plan.length > 0
  const start = useMutation({
    mutationFn: () =>
      api.promptReleaseTask.create({
        space_id: spaceId,
        release_resources: [{ prompt_id: prompt.id, prompt_version: values.version }],
        env: PromptEnv[values.env],
        label: values.label === none ? '' : values.label,
        comment: values.comment.trim(),
        ...(values.isGray && {
          release_config: {
            if_gray_release: true,
            ...(!hasPlan && {
              gray_release_config: {
                bucket: {
                  field: { type: 1 as const },
                  in_gray: Math.round(((values.share ?? 0) * GRAY_BUCKETS) / 100),
                },
              },
            }),
          },
        }),
      }),
    onSuccess: async () => {
      await refreshPrompts()
      onDone()
      onClose()
    },
  })
  const needsApproval = settings?.approval && values.env === 'production'
  return (
    <FormDialog
      title={t('release.title')}
      description={t('release.text')}
      isReady={values.version !== '' && (!values.isGray || values.share !== null)}
      call={start}
      action={t('release.start')}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      {needsApproval && (
        <Banner inset tone="info">
          {t('release.needsApproval')}
        </Banner>
      )}
      <Field label={t('list.version')}>
        <Select {...field('version')} items={versions.map((version) => ({ value: version, label: version }))} />
      </Field>
      <Field label={t('release.env')}>
        <Segmented
          label={t('release.env')}
          {...field('env')}
          items={[
            { value: 'test', label: t('env.test') },
            { value: 'production', label: t('env.production') },
          ]}
        />
      </Field>
      <Field label={t('release.label')} help={t('release.labelHelp')}>
        <Select
          {...field('label')}
          items={[
            { value: none, label: t('release.noLabel') },
            ...promptLabels.map((label) => ({ value: label as string, label })),
          ]}
        />
      </Field>
      <Switch checked={values.isGray} onChange={field('isGray').onChange}>
        {t('release.gray')}
      </Switch>
      {values.isGray && hasPlan && (
        <p className="text-small text-mute">
          {t('release.byPlan', { steps: plan.map(({ share }) => `${share} %`).join(' → ') })}
        </p>
      )}
      {values.isGray && !hasPlan && (
        <Field label={t('release.share')} help={t('release.shareHelp')}>
          <NumberInput {...field('share')} min={0} max={100} unit="%" />
        </Field>
      )}
      <Field label={t('release.comment')}>
        <Input {...text('comment')} />
      </Field>
    </FormDialog>
  )
}
