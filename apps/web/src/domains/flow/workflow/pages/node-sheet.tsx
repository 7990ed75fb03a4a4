import { describe, gapsOf } from '@orrery/engine/describe'
import { Copy, Ellipsis, Play, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { RunState } from '#ui/run-state.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { NodeTile } from '../nodes/node-tile.tsx'
import { isFieldUntouched } from '../nodes/untouched.ts'
import { useIsTried } from '../problems/problems.tsx'
import { type CanvasNode, isFixed } from '../document/canvas.ts'
import { useNodeRun } from '../document/canvas-overlays.tsx'
import { useDocumentStore, useNode, useReadOnly } from '../document/document-context.tsx'
import { removeNodes } from '../document/edits/node-edits.ts'
import { NodeResult } from '../run/node-result.tsx'
import { useRunActions } from '../run/run-actions.ts'
import { NodeFormProvider } from '../forms/form-context.tsx'
import { SheetCaption, SheetTitle } from './node-sheet-head.tsx'
import { SectionView, shownSections } from '../forms/section-view.tsx'

interface NodeSheetProps {
  nodeId: string
  onClose: () => void
}

/** The form of one node, beside the canvas. */
export function NodeSheet({ nodeId, onClose }: NodeSheetProps) {
  const node = useNode(nodeId)
  // The key creates a new form for each node, so that typed values are not carried over.
  return node ? <Sheet key={nodeId} node={node} onClose={onClose} /> : null
}

function Sheet({ node, onClose }: { node: CanvasNode; onClose: () => void }) {
  const t = useT('workflow-node')
  const isReadOnly = useReadOnly()
  const actions = useRunActions()
  const run = useNodeRun(node.id)
  const [tab, setTab] = useState<'settings' | 'run'>('settings')
  const canRun = !isReadOnly && !isFixed(node) && describe(node.type) !== undefined
  return (
    <SideSheet
      kind="workflow-node"
      tile={<NodeTile type={node.type} size={26} />}
      title={<SheetTitle node={node} />}
      caption={<SheetCaption node={node} />}
      onClose={onClose}
      actions={
        <>
          {canRun && <IconButton icon={Play} label={t('sheet.run')} onClick={() => actions.runNode(node.id)} />}
          <NodeMenu node={node} onClose={onClose} />
        </>
      }
    >
      <Tabs
        label={t('sheet.tabs')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'settings', label: t('sheet.settings') },
          {
            value: 'run',
            label: (
              <span className="inline-flex items-center gap-1.5">
                {t('sheet.lastRun')}
                {run && <RunState state={run.state} iconOnly />}
              </span>
            ),
          },
        ]}
      >
        <TabPanel value="settings">{tab === 'settings' && <Settings node={node} runNode={actions.runNode} />}</TabPanel>
        <TabPanel value="run">{tab === 'run' && <NodeResult nodeId={node.id} />}</TabPanel>
      </Tabs>
    </SideSheet>
  )
}

function Settings({ node, runNode }: { node: CanvasNode; runNode: (nodeId: string) => void }) {
  const t = useT('workflow-node')
  const isTried = useIsTried()
  const gaps = useMemo(
    () => gapsOf(node).filter((gap) => isTried || !isFieldUntouched(node, gap.field)),
    [node, isTried],
  )
  const sections = shownSections(node.type, node.data)
  if (!describe(node.type)) return <p className="p-4 text-mute">{t('sheet.unknown', { type: node.type })}</p>
  if (!sections.length) return <p className="p-4 text-mute">{t('sheet.nothing')}</p>
  return (
    <NodeFormProvider node={node} gaps={gaps} runNode={runNode}>
      {sections.map(({ section, fields }) => (
        <SectionView key={section.id} section={section} fields={fields} />
      ))}
    </NodeFormProvider>
  )
}

function NodeMenu({ node, onClose }: { node: CanvasNode; onClose: () => void }) {
  const t = useT('workflow-node')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('sheet.more')} />}>
      <MenuItem icon={Copy} onClick={() => void copyText(node.id)}>
        {t('sheet.copyId')}
      </MenuItem>
      {!isReadOnly && !isFixed(node) && (
        <>
          <MenuLine />
          <MenuItem
            icon={Trash2}
            danger
            onClick={() => {
              onClose()
              store.apply((canvas) => removeNodes(canvas, [node.id]), { label: t('sheet.delete') })
            }}
          >
            {t('sheet.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
