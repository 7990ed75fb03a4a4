import { useMutation, useQuery } from '@tanstack/react-query'
import { CreationMethod } from '@orrery/contract/shared/plugin-enums'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ConnectDialog } from '#domains/resources/mcp/index.ts'
import { type PluginCreationMethod, creatingPlugin } from '../create-plugin.ts'
import { emptyForm, isReady, metaOf, type PluginForm } from '../plugin-form.ts'
import { refreshPlugins, settingsQuery } from '../plugin.queries.ts'
import { AddressFields } from './address-fields.tsx'
import { AuthFields } from './auth-fields.tsx'
import { chosenDocument, headOf, keyOf, namedManifest } from './import-choice.ts'
import { ImportPreview } from './import-preview.tsx'
import { type Converted, ImportSource } from './import-source.tsx'
import { MetaFields } from './meta-fields.tsx'
import { CreationMethodChoice } from './creation-method-choice.tsx'

/** Opened from the create menu, the library, pickers and the palette. */
export function CreatePluginDialog() {
  const t = useT('plugin')
  const creating = creatingPlugin.use()
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const [way, setWay] = useState<PluginCreationMethod>(creating?.way ?? 'form')
  const [form, setForm] = useState<PluginForm>(emptyForm)
  const [runtime, setRuntime] = useState('1')
  const [isConnecting, setConnecting] = useState(false)
  const [converted, setConverted] = useState<Converted | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const runtimes = useQuery(settingsQuery).data?.ide.runtimes ?? []
  const close = () => creatingPlugin.set(null)
  const change = (part: Partial<PluginForm>) => setForm({ ...form, ...part })
  const create = useMutation({
    mutationFn: async (): Promise<string> => {
      const { space, projectId: project_id } = creating!
      const place = { space_id: space.id, project_id }
      if (way === 'import') return importPlugin(place, form, converted!, chosen)
      const isCode = way === 'code'
      const meta = metaOf(isCode ? { ...form, auth: 'none', url: '', common: [] } : form)
      const code = { creation_method: CreationMethod.ide, ide_code_runtime: runtime }
      return (await api.plugin.registerMeta({ ...place, ...meta, ...(isCode && code) })).plugin_id
    },
    onSuccess: (pluginId) => {
      void refreshPlugins()
      close()
      if (creating!.onCreated) return creating!.onCreated(pluginId)
      return void navigate({
        to: '/space/$space_id/plugin/$plugin_id',
        params: { space_id: creating!.space.id, plugin_id: pluginId },
      })
    },
  })
  if (!creating) return null
  if (isConnecting)
    return (
      <ConnectDialog
        spaceId={creating.space.id}
        onClose={close}
        onCreated={(serverId) => {
          close()
          void navigate({
            to: '/space/$space_id/mcp/$server_id',
            params: { space_id: creating.space.id, server_id: serverId },
          })
        }}
      />
    )
  const acceptDocument = (read: Converted) => {
    setConverted(read)
    setChosen(new Set(read.tools.map(keyOf)))
    setForm({ ...form, ...headOf(read) })
  }
  const isComplete = isReady(form, way === 'code') && (way !== 'import' || (converted !== null && chosen.size > 0))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !create.isPending) create.mutate()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title={t('create.title')}
      description={t('create.text', { space: spaceName(creating.space) })}
      keepOnOutsidePress={form.name !== '' || form.desc !== '' || form.url !== '' || converted !== null}
      onSubmit={submit}
      footer={
        <>
          {converted && way === 'import' && (
            <Button className="mr-auto" onClick={() => setConverted(null)}>
              {t('import.other')}
            </Button>
          )}
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isComplete} busy={create.isPending}>
            {way === 'import' && converted ? t('create.withTools', { count: chosen.size }) : t('create.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <CreationMethodChoice value={way} onChange={setWay} onConnect={() => setConnecting(true)} />
        {way === 'import' && !converted && <ImportSource spaceId={creating.space.id} onRead={acceptDocument} />}
        {way === 'import' && converted && <ImportPreview converted={converted} chosen={chosen} onChange={setChosen} />}
        {(way !== 'import' || converted) && <MetaFields form={form} onChange={change} />}
        {way === 'code' && (
          <Field label={t('code.runtime')} help={t('code.runtime.help')}>
            <Segmented
              items={runtimes.map((runtime) => ({ value: runtime.id, label: runtime.name }))}
              value={runtime}
              onChange={setRuntime}
            />
          </Field>
        )}
        {(way === 'form' || (way === 'import' && converted)) && (
          <>
            <AddressFields form={form} onChange={change} />
            <AuthFields form={form} onChange={change} />
          </>
        )}
        {create.error && <ErrorPanel error={create.error} />}
      </div>
    </Dialog>
  )
}

async function importPlugin(
  place: { space_id: string; project_id?: string },
  form: PluginForm,
  converted: Converted,
  chosen: ReadonlySet<string>,
): Promise<string> {
  const { plugin_id } = await api.plugin.register({
    ...place,
    ai_plugin: namedManifest(converted.ai_plugin, form),
    openapi: chosenDocument(converted.openapi, chosen),
  })
  // The imported document contains neither keys nor an icon, so store those of the form afterwards.
  if (form.auth !== 'none' || form.icon.uri) await api.plugin.updateMeta({ plugin_id, ...metaOf(form) })
  return plugin_id
}
