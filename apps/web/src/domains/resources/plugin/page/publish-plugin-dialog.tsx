import { PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { botLink } from '#lib/links.ts'
import { waitingFor } from '#lib/waiting-skills.ts'
import { Banner } from '#ui/banner.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useNextVersion, VersionField } from '#ui/version-field.tsx'
import { type Changes, changesQuery, type PluginInfo, type PluginTool, refreshPlugin } from '../plugin.queries.ts'

interface PublishPluginDialogProps {
  pluginId: string
  info: PluginInfo
  tools: readonly PluginTool[]
  onClose: () => void
}

/** Publishes the draft as a version that bots and workflows use. */
export function PublishPluginDialog({ pluginId, info, tools, onClose }: PublishPluginDialogProps) {
  const t = useT('plugin')
  const choice = useNextVersion(info.version_name, info.published ? 'patch' : 'major')
  const { version, fault } = choice
  const [note, setNote] = useState('')
  const { history } = useRouter()
  const [asks, setAsks] = useState(info.privacy_status)
  const [privacy, setPrivacy] = useState(info.privacy_info)
  const changes = useQuery(changesQuery(pluginId)).data
  const enabled = tools.filter((tool) => !tool.disabled)
  const untried = enabled.filter((tool) => tool.debug_status !== 1)
  const publish = useMutation({
    mutationFn: () =>
      api.plugin.publish({
        plugin_id: pluginId,
        version_name: version.startsWith('v') ? version : `v${version}`,
        version_desc: note.trim(),
        privacy_status: asks,
        privacy_info: asks ? privacy : '',
      }),
    onSuccess: async () => {
      const bot = waitingFor(pluginId)
      const back = bot && {
        label: t('publish.backToBot'),
        onClick: () => history.push(botLink(bot.spaceId, bot.botId)),
      }
      toast.ok(t('publish.done', { version }), back && { action: back })
      await refreshPlugin(pluginId)
      onClose()
    },
  })
  const isReady = choice.isReady && enabled.length > 0
  return (
    <FormDialog
      size="md"
      title={t('publish.title', { name: info.meta_info.name })}
      description={info.published ? t('publish.after', { version: info.version_name }) : t('publish.first')}
      isDirty={note !== ''}
      isReady={isReady}
      call={publish}
      action={version ? t('publish.as', { version }) : t('publish.action')}
      onSubmit={() => publish.mutate()}
      onClose={onClose}
    >
      <VersionField
        choice={choice}
        labels={{
          version: t('publish.version'),
          patch: t('publish.patch'),
          minor: t('publish.minor'),
          major: t('publish.major'),
          own: t('publish.own'),
        }}
        error={fault && t(`publish.fault.${fault}`, { version: info.version_name })}
      />
      <Field label={t('publish.note')}>
        <Textarea
          rows={3}
          limit={PLUGIN_LIMITS.versionNote}
          value={note}
          placeholder={t('publish.note.placeholder')}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {changes && countOf(changes) > 0 && (
        <section aria-label={t('publish.changes')} className="flex flex-wrap gap-1">
          <Names tone="ok" sign="+" names={changes.created_api_names} />
          <Names tone="warn" sign="~" names={changes.updated_api_names} />
          <Names tone="err" sign="−" names={changes.deleted_api_names} />
        </section>
      )}
      <Field>
        <Checkbox checked={asks} onChange={setAsks}>
          {t('publish.privacy')}
        </Checkbox>
        {asks && (
          <Textarea
            rows={2}
            aria-label={t('publish.privacy.text')}
            value={privacy}
            placeholder={t('publish.privacy.text')}
            onChange={(event) => setPrivacy(event.target.value)}
          />
        )}
      </Field>
      {enabled.length === 0 && <ErrorPanel title={t('publish.noTools')} />}
      {untried.length > 0 && (
        <Banner tone="warn" inset>
          {t('publish.untried', {
            count: untried.length,
            names: untried
              .slice(0, 5)
              .map((tool) => tool.name)
              .join(', '),
          })}
        </Banner>
      )}
    </FormDialog>
  )
}

const countOf = (changes: Changes): number =>
  changes.created_api_names.length + changes.updated_api_names.length + changes.deleted_api_names.length

function Names({ tone, sign, names }: { tone: Tone; sign: string; names: readonly string[] }) {
  return names.slice(0, 40).map((name) => (
    <Tag key={name} mono tone={tone}>
      {sign} {name}
    </Tag>
  ))
}
