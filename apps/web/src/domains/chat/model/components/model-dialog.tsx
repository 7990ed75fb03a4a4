import type { ManagedModel, ManagedProvider } from '@orrery/contract'
import { ModelType } from '@orrery/contract/shared/model-support'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { chooseRemote, isReadyModel, type ModelForm, readModel, writeModel } from '../model-form.ts'
import { typeNames } from '../model-types.ts'
import { manageApi, refreshModels, type Scope } from '../model.queries.ts'
import { ModelFields } from './model-fields.tsx'
import { ParameterEditor } from './parameter-editor.tsx'
import { RemoteModels } from './remote-models.tsx'
import { SupportEditor } from './support-editor.tsx'
import { TestPanel } from './test-panel.tsx'

interface ModelDialogProps {
  scope: Scope
  provider: ManagedProvider
  model?: ManagedModel
  onClose: () => void
}

/** Adds or edits a model of a provider: names, capabilities, prices and parameters. */
export function ModelDialog({ scope, provider, model, onClose }: ModelDialogProps) {
  const t = useT('model')
  const [form, setForm] = useState<ModelForm>(() => readModel(model))
  const [tab, setTab] = useState<'general' | 'parameters' | 'support'>('general')
  const set = (change: Partial<ModelForm>) => setForm({ ...form, ...change })
  const { calls, base } = manageApi(scope)
  const save = useMutation({
    mutationFn: async () => {
      const fields = writeModel(form)
      if (model) await calls.updateModel({ ...base, model_id: model.id, ...fields })
      else await calls.createModel({ ...base, provider_id: provider.id, type: form.type, ...fields })
      await refreshModels()
    },
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReadyModel(form) && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={model ? t('model.edit', { name: model.name }) : t('model.addTo', { provider: provider.name })}
      keepOnOutsidePress
      onSubmit={submit}
      className="h-160 max-h-[calc(100vh-2rem)]"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReadyModel(form)} busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Tabs
        label={t('model.parts')}
        items={[
          { value: 'general' as const, label: t('tab.general') },
          // Only chat models have parameters, and only they are used by bots.
          ...(form.type === ModelType.chat
            ? [
                { value: 'parameters' as const, label: t('tab.parameters') },
                { value: 'support' as const, label: t('tab.support') },
              ]
            : []),
        ]}
        value={tab}
        onChange={setTab}
        className="-mx-4"
      >
        <TabPanel value="general" className="flex flex-col gap-4 px-4 pt-4">
          {!model && (
            <RemoteModels
              scope={scope}
              provider={provider}
              value={form.model}
              onChoose={(remote) => setForm(chooseRemote(form, remote))}
            />
          )}
          <ModelFields form={form} isNew={model === undefined} onChange={setForm} />
          <TestPanel scope={scope} input={{ provider_id: provider.id, model: form.model.trim(), type: form.type }}>
            <p className="min-w-0 flex-1 text-small text-mute">{t(`test.text.${typeNames[form.type]}`)}</p>
          </TestPanel>
          {save.error && <ErrorPanel error={save.error} />}
        </TabPanel>
        <TabPanel value="parameters" className="px-4 pt-4">
          <ParameterEditor parameters={form.parameters} onChange={(parameters) => set({ parameters })} />
        </TabPanel>
        <TabPanel value="support" className="px-4 pt-4">
          <SupportEditor support={form.support} onChange={(support) => set({ support })} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
