import { ApiMethod } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { toast } from '#ui/toast-store.ts'
import { chosenDocument, keyOf } from '../create/import-choice.ts'
import { ImportPreview } from '../create/import-preview.tsx'
import { type Converted, ImportSource } from '../create/import-source.tsx'
import { changePlugin } from '../edit-version.ts'
import { methodName } from '../method-name.ts'
import { type PluginTool, refreshPlugin } from '../plugin.queries.ts'

interface ImportToolsDialogProps {
  pluginId: string
  spaceId: string
  tools: readonly PluginTool[]
  onClose: () => void
}

/** Imports more tools into a plugin. Tools with an existing path and method are skipped unless selected. */
export function ImportToolsDialog({ pluginId, spaceId, tools, onClose }: ImportToolsDialogProps) {
  const t = useT('plugin')
  const [converted, setConverted] = useState<Converted | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const known = new Set(tools.map((tool) => keyOf({ method: methodName(tool.method), path: tool.path })))
  const add = useMutation({
    mutationFn: () => {
      const replaced = converted!.tools.filter((tool) => known.has(keyOf(tool)) && chosen.has(keyOf(tool)))
      return changePlugin(pluginId, (edit_version) =>
        api.pluginTool.batchCreate({
          plugin_id: pluginId,
          openapi: chosenDocument(converted!.openapi, chosen),
          replace_same_paths: replaced.length > 0,
          paths_to_replace: replaced.map((tool) => ({
            path: tool.path,
            method: ApiMethod[tool.method as keyof typeof ApiMethod],
          })),
          edit_version,
        }),
      )
    },
    onSuccess: (answer) => {
      toast.ok(t('import.done', { count: answer.paths_created.length }))
      void refreshPlugin(pluginId)
      onClose()
    },
  })
  const acceptDocument = (read: Converted) => {
    setConverted(read)
    setChosen(new Set(read.tools.map(keyOf).filter((key) => !known.has(key))))
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('import.title')}
      description={t('import.text')}
      keepOnOutsidePress={converted !== null}
      onSubmit={(event) => {
        event.preventDefault()
        if (converted && chosen.size > 0 && !add.isPending) add.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!converted || chosen.size === 0} busy={add.isPending}>
            {t('import.add', { count: chosen.size })}
          </Button>
        </>
      }
    >
      {converted ? (
        <ImportPreview converted={converted} chosen={chosen} onChange={setChosen} known={known} />
      ) : (
        <ImportSource spaceId={spaceId} onRead={acceptDocument} />
      )}
      {add.error && <ErrorPanel className="mt-3" error={add.error} />}
    </Dialog>
  )
}
