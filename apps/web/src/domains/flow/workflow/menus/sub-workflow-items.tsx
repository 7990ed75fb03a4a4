import { NodeType } from '@orrery/engine/node-type'
import { ExternalLink, Maximize2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { MenuItem } from '#ui/menu-items.tsx'
import { toast } from '#ui/toast-store.ts'
import { type CanvasNode, inputsOf } from '../document/canvas.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { inlineWorkflow } from './encapsulate.ts'
import { partText } from './encapsulate-dialog.tsx'

/** For a node that calls a workflow: open the workflow, or replace the call by its nodes. */
export function SubWorkflowItems({ node }: { node: CanvasNode }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { spaceId } = useEditor()
  if (node.type !== NodeType.SubWorkflow && node.type !== NodeType.Imageflow) return null
  const { workflowId, workflowVersion, spaceId: own } = inputsOf(node)
  const called = { id: textOf(workflowId), version: textOf(workflowVersion) }
  if (!called.id) return null
  const href = workflowLink({
    space_id: textOf(own) || spaceId,
    workflow_id: called.id,
    ...(called.version ? { version: called.version } : {}),
  })
  const open = async () => {
    try {
      const answer = await inlineWorkflow(store.get(), node.id, called)
      if (!answer.ok)
        return toast.error(t('expand.refused'), {
          description: answer.problems.map((problem) => partText(t, problem)).join('\n'),
        })
      store.apply(() => answer.canvas, { label: t('step.expand') })
      return store.select(answer.ids)
    } catch (error) {
      return toast.error(t('expand.failed'), { error })
    }
  }
  return (
    <>
      <MenuItem
        icon={ExternalLink}
        render={<a href={href} target="_blank" rel="noreferrer" aria-label={t('menu.openCalled')} />}
      >
        {t('menu.openCalled')}
      </MenuItem>
      <MenuItem icon={Maximize2} onClick={() => void open()}>
        {t('menu.expand')}
      </MenuItem>
    </>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
