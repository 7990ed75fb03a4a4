import { BoxSelect, Cable, Copy, CopyPlus, Group, Pencil, Plus, Settings2, Trash2, Unplug } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { MenuItem, MenuLine, MenuSub } from '#ui/menu-items.tsx'
import { targetsOf } from '../canvas/commands/edge-commands.ts'
import { useCanvas } from '../canvas/canvas-context.ts'
import type { ClipboardTools } from '../canvas/commands/use-clipboard.ts'
import { type CanvasNode, isComment, isFixed, type Point } from '../document/canvas.ts'
import { edgesIn, findNode } from '../document/canvas-index.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { compositePorts, sourcePortsOf } from '../document/ports.ts'
import { isComposite } from '../document/canvas.ts'
import { encapsulating } from './encapsulate.ts'
import { LevelItems } from './level-items.tsx'
import { renaming } from './rename-dialog.tsx'
import { SubWorkflowItems } from './sub-workflow-items.tsx'

interface NodeItemsProps {
  nodeId: string
  screen: Point
  clipboard: ClipboardTools
}

/** Menu items for one card, or for all selected cards. */
export function NodeItems({ nodeId, screen, clipboard }: NodeItemsProps) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const { commands, openNode, openAdd } = useCanvas()
  const node = findNode(store.get(), nodeId)
  if (!node) return null
  const count = store.selection().size
  const isOne = count < 2
  const hasForm = !isComment(node)
  const copyItem = (
    <MenuItem icon={Copy} keys="mod+c" disabled={isOne && isFixed(node)} onClick={() => void clipboard.copyNow()}>
      {t('menu.copy')}
    </MenuItem>
  )
  const openItem = isOne && hasForm && (
    <MenuItem icon={Settings2} keys="Enter" onClick={() => openNode(nodeId)}>
      {t('menu.open')}
    </MenuItem>
  )
  if (isReadOnly)
    return (
      <>
        {openItem}
        {copyItem}
      </>
    )
  return (
    <>
      {openItem}
      {isOne && hasForm && (
        <>
          <MenuItem icon={Pencil} onClick={() => renaming.set({ nodeId })}>
            {t('menu.rename')}
          </MenuItem>
          <SubWorkflowItems node={node} />
          <MenuLine />
          {sourcePortsOf(node).length > 0 && (
            <MenuItem icon={Plus} keys="n" onClick={() => openAdd({ ...commands.spotOfSelection(), screen })}>
              {t('menu.addAfter')}
            </MenuItem>
          )}
          <ConnectItems node={node} />
          <MenuLine />
        </>
      )}
      {copyItem}
      <MenuItem icon={CopyPlus} keys="mod+d" disabled={isOne && isFixed(node)} onClick={() => commands.duplicate()}>
        {t('menu.duplicate')}
      </MenuItem>
      <MenuItem icon={Group} keys="mod+g" onClick={() => commands.group()}>
        {t('menu.group')}
      </MenuItem>
      <LevelItems nodeId={nodeId} />
      {hasForm && !isFixed(node) && (
        <MenuItem icon={BoxSelect} onClick={() => encapsulating.set({ ids: [...store.selection()] })}>
          {t('menu.encapsulate')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem
        icon={Trash2}
        keys="backspace"
        danger
        disabled={isOne && isFixed(node)}
        onClick={() => commands.remove()}
      >
        {isOne ? t('menu.remove') : t('menu.removeMany', { count })}
      </MenuItem>
    </>
  )
}

/** Connects nodes without a pointer: first the output port, then the target node. */
function ConnectItems({ node }: { node: CanvasNode }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { commands, layoutOf } = useCanvas()
  const canvas = store.get()
  const { content } = layoutOf(node)
  const name = (canvasNode: CanvasNode) => layoutOf(canvasNode).content.title
  const ports = [
    ...sourcePortsOf(node).map((port) => ({
      id: port.id,
      label: content.lines.find((line) => line.port === port.id)?.label ?? '',
    })),
    ...(isComposite(node) ? [{ id: compositePorts(node.type).first, label: t('round.inside') }] : []),
  ]
  const lines = edgesIn(canvas).filter(
    (edge) => edge.edge.sourceNodeID === node.id || edge.edge.targetNodeID === node.id,
  )
  return (
    <>
      {ports.map((port) => {
        const isInner = port.id === compositePorts(node.type).first
        const targets = isInner ? innerTargets(node) : targetsOf(canvas, node, port.id)
        return (
          <MenuSub
            key={port.id}
            icon={Cable}
            items={
              targets.length ? (
                targets.map((target) => (
                  <MenuItem
                    key={target.id}
                    onClick={() => commands.connect({ source: node.id, sourcePort: port.id, target: target.id })}
                  >
                    {name(target)}
                  </MenuItem>
                ))
              ) : (
                <MenuItem disabled>{t('menu.connectNone')}</MenuItem>
              )
            }
          >
            {port.label ? t('menu.connectFrom', { port: port.label }) : t('menu.connect')}
          </MenuSub>
        )
      })}
      {lines.length > 0 && (
        <MenuSub
          icon={Unplug}
          items={lines.map(({ id, edge }) => {
            const [from, to] = [findNode(canvas, edge.sourceNodeID), findNode(canvas, edge.targetNodeID)]
            return (
              <MenuItem key={id} onClick={() => commands.disconnect([id])}>
                {`${from ? name(from) : '?'} → ${to ? name(to) : '?'}`}
              </MenuItem>
            )
          })}
        >
          {t('menu.disconnect')}
        </MenuSub>
      )}
      <EndRoundItem node={node} />
    </>
  )
}

const innerTargets = (node: CanvasNode): CanvasNode[] => (node.blocks ?? []).filter((block) => !isComment(block))

/** Inside a loop: connects the node to the end of the iteration. */
function EndRoundItem({ node }: { node: CanvasNode }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { commands } = useCanvas()
  const parent = store.get().nodes.find((item) => item.blocks?.some((inner) => inner.id === node.id))
  const [port] = sourcePortsOf(node)
  if (!parent || !port) return null
  return (
    <MenuItem
      icon={Cable}
      onClick={() =>
        commands.connect({
          source: node.id,
          sourcePort: port.id,
          target: parent.id,
          targetPort: compositePorts(parent.type).last,
        })
      }
    >
      {t('menu.connectEnd')}
    </MenuItem>
  )
}
