import { Link } from '@tanstack/react-router'
import { FileDown, FileUp, FlaskConical, GitCompare, ImageDown } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { toast } from '#ui/toast-store.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { useEditor, useEditorUi } from '../document/editor-context.ts'
import { askForFile, readJson, saveJson } from './canvas-file.ts'
import { imageExport } from '../canvas/image/image-export.ts'

/** Menu items for export and import of the canvas as a file, and for comparing the workflow with others. */
export function FileItems() {
  const t = useT('workflow')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const { loaded, spaceId, workflowId } = useEditor()
  const words = useT('checkup')
  const isCanvas = useEditorUi((state) => state.view === 'canvas')
  const { name } = loaded.workflow
  const importFile = async () => {
    const file = await askForFile('application/json,.json')
    if (!file) return
    const canvas = await readJson(file)
    if (!canvas) return void toast.error(t('file.unreadable', { name: file.name }))
    const isSure = await confirm({
      title: t('file.replaceTitle'),
      text: t('file.replaceText', { name: file.name, count: canvas.nodes.length }),
      action: t('file.replaceDo'),
    })
    if (isSure) store.apply(() => canvas, { label: t('step.import') })
  }
  const image = async () => {
    try {
      await imageExport.save(name)
    } catch (error) {
      toast.error(t('file.imageFailed'), { error })
    }
  }
  return (
    <>
      {isCanvas && (
        <MenuItem icon={ImageDown} onClick={() => void image()}>
          {t('file.image')}
        </MenuItem>
      )}
      <MenuItem icon={FileDown} onClick={() => saveJson(store.get(), name)}>
        {t('file.json')}
      </MenuItem>
      {!isReadOnly && (
        <MenuItem icon={FileUp} onClick={() => void importFile()}>
          {t('file.import')}
        </MenuItem>
      )}
      <MenuItem
        icon={FlaskConical}
        render={
          <Link
            to="/space/$space_id/evaluate/experiments/new"
            params={{ space_id: spaceId }}
            search={{ workflow: workflowId }}
          />
        }
      >
        {words('runOnDataset')}
      </MenuItem>
      <MenuItem
        icon={GitCompare}
        render={
          <Link
            to="/space/$space_id/evaluate/comparisons"
            params={{ space_id: spaceId }}
            search={{ workflow: workflowId }}
          />
        }
      >
        {words('compare.thisWorkflow')}
      </MenuItem>
    </>
  )
}
