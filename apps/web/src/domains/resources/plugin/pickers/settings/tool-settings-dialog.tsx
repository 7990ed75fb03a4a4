import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast-store.ts'
import { BehaviourFields } from './behaviour-fields.tsx'
import { ParameterRows } from './parameter-rows.tsx'
import { flatten, lacksValue } from './parameter-tree.ts'
import {
  bindMock,
  botMocksQuery,
  saveSettings,
  type ToolInBot,
  type ToolSettings,
  toolSettingsQuery,
} from './tool-settings.queries.ts'

interface ToolSettingsDialogProps {
  tool: ToolInBot
  /** The keys of the variables of the bot. */
  variables: readonly string[]
  isReadOnly: boolean
  onClose: () => void
}

/** A bot's settings for one of its tools. */
export function ToolSettingsDialog({ tool, variables, isReadOnly, onClose }: ToolSettingsDialogProps) {
  const t = useT('tools')
  const query = useQuery(toolSettingsQuery(tool))
  const mocks = useQuery(botMocksQuery(tool.spaceId, tool.botId))
  const [tab, setTab] = useState<'parameters' | 'answer' | 'behaviour'>('parameters')
  const [change, setChange] = useState<Partial<ToolSettings>>({})
  const [mockSet, setMockSet] = useState<string | null>(null)
  const settings = query.data && { ...query.data, ...change }
  const bound = mocks.data?.get(tool.toolId)?.id ?? ''
  const save = useMutation({
    mutationFn: async () => {
      if (Object.keys(change).length > 0) await saveSettings(tool, query.data!, settings!)
      if (mockSet !== null && mockSet !== bound) await bindMock(tool, mockSet)
    },
    onSuccess: () => {
      toast.ok(t('settings.saved', { name: tool.toolName }))
      onClose()
    },
  })
  const edit = (next: Partial<ToolSettings>) => setChange({ ...change, ...next })
  const isReady = settings !== undefined && !isReadOnly && !flatten(settings.request).some(lacksValue)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={t('settings.title', { name: tool.toolName })}
      className="h-150 max-h-[calc(100vh-2rem)]"
      keepOnOutsidePress={Object.keys(change).length > 0}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={save.isPending}>
            {t('settings.save')}
          </Button>
        </>
      }
    >
      {query.error && <ErrorPanel title={t('settings.failed')} error={query.error} />}
      {query.isPending && <Skeleton className="h-40" />}
      {settings && (
        <Tabs
          className="h-full"
          label={t('settings.title', { name: tool.toolName })}
          value={tab}
          onChange={setTab}
          items={[
            { value: 'parameters', label: t('settings.parameters'), count: flatten(settings.request).length },
            { value: 'answer', label: t('settings.answer'), count: flatten(settings.response).length },
            { value: 'behaviour', label: t('settings.behaviour') },
          ]}
        >
          <TabPanel value="parameters" className="pt-3">
            <p className="mb-2 text-small text-mute">
              {settings.request.length > 0 ? t('settings.parameters.text') : t('settings.none')}
            </p>
            {settings.request.length > 0 && (
              <ParameterRows
                label={t('settings.parameters')}
                list={settings.request}
                variables={variables}
                disabled={isReadOnly}
                onChange={(request) => edit({ request })}
              />
            )}
          </TabPanel>
          <TabPanel value="answer" className="pt-3">
            <p className="mb-2 text-small text-mute">
              {settings.response.length > 0 ? t('settings.answer.text') : t('settings.answer.none')}
            </p>
            {settings.response.length > 0 && (
              <ParameterRows
                label={t('settings.answer')}
                list={settings.response}
                disabled={isReadOnly}
                onChange={(response) => edit({ response })}
              />
            )}
          </TabPanel>
          <TabPanel value="behaviour" className="pt-3">
            <BehaviourFields
              value={settings}
              onChange={edit}
              mockSet={mockSet ?? bound}
              onMockSet={setMockSet}
              disabled={isReadOnly}
            />
          </TabPanel>
        </Tabs>
      )}
      {save.error && <ErrorPanel error={save.error} className="mt-3" />}
    </Dialog>
  )
}
