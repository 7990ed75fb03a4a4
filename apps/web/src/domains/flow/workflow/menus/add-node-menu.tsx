import { Popover } from '@base-ui/react/popover'
import { NodeType } from '@orrery/engine/node-type'
import { Blocks, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { popupStyle } from '#ui/popup-style.ts'
import { useSettledText } from '#ui/use-settled-text.ts'
import { type PickedTool, ToolPicker } from '#domains/resources/plugin/index.ts'
import { type AddAt, useCanvas } from '../canvas/canvas-context.ts'
import { draggedType } from '../canvas/drag/dragged-type.ts'
import { NodeTile } from '../nodes/node-tile.tsx'
import { edgesIn, indexOf } from '../document/canvas-index.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { compositePorts } from '../document/ports.ts'
import { groupName, typeAbout, typeName } from '../nodes/node-text.ts'
import { shapeOfTool, withTool } from '../forms/tool-node.ts'
import { backToCanvas, focusCard } from './back-to-canvas.ts'
import { type NodeChoice, nodeChoices, searchChoices } from './node-choices.ts'
import { rememberNode, useRecentChoices } from './recent-nodes.ts'
import { type ToolChoice, useToolChoices } from './tool-choices.ts'
import { workflowPreset, useWorkflowChoices, type WorkflowChoice } from './workflow-choices.ts'

const nothing: ReadonlySet<string> = new Set()

interface AddNodeMenuProps {
  at: AddAt
  onClose: () => void
}

/** A menu of nodes to add: they can be searched, clicked, or dragged onto the canvas. */
export function AddNodeMenu({ at, onClose }: AddNodeMenuProps) {
  const { commands, openNode } = useCanvas()
  const isInside = useIsInside(at)
  const anchor = useMemo(
    () => ({ getBoundingClientRect: () => new DOMRect(at.screen.x, at.screen.y, 0, 0) }),
    [at.screen.x, at.screen.y],
  )
  const { spaceId } = useEditor()
  const [isBrowsing, setBrowsing] = useState(false)
  const isChosen = useRef(false)
  const { screen: _, ...spot } = at
  const choose = (choice: NodeChoice | ToolChoice | WorkflowChoice) => {
    isChosen.current = true
    onClose()
    if ('tool' in choice) return void addTool(choice.tool)
    if ('workflow' in choice) return void addWorkflow(choice)
    rememberNode(choice.type)
    return show(commands.add(choice.type, spot))
  }
  const show = (id: string | undefined) => {
    if (!id) return
    openNode(id)
    focusCard(id)
  }
  async function addTool(tool: PickedTool): Promise<void> {
    const shape = await shapeOfTool(tool, spaceId)
    const id = commands.add(NodeType.Api, spot, {
      name: tool.toolName,
      data: (before) => withTool(before, tool, shape),
    })
    show(id)
  }
  async function addWorkflow(choice: WorkflowChoice): Promise<void> {
    show(commands.add(choice.type, spot, await workflowPreset(choice)))
  }
  if (isBrowsing)
    return (
      <ToolPicker isOne spaceId={spaceId} chosen={nothing} onAdd={(tool) => void addTool(tool)} onClose={onClose} />
    )
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-popover"
        >
          <Popover.Popup
            finalFocus={() => (isChosen.current ? false : backToCanvas())}
            // A fixed height: results that arrive later must not move the list under the pointer.
            className={popupStyle('flex h-[min(520px,var(--available-height))] w-[460px] flex-col overflow-hidden')}
          >
            <NodeChooser isInside={isInside} onChoose={choose} onBrowse={() => setBrowsing(true)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function useIsInside(at: AddAt): boolean {
  const canvas = useDocumentStore().get()
  if (at.parentId) return true
  if (at.edgeId) return edgesIn(canvas).find((edge) => edge.id === at.edgeId)?.parentId !== undefined
  const source = at.from && indexOf(canvas).get(at.from.source)
  if (!source) return false
  return source.parent !== undefined || at.from?.sourcePort === compositePorts(source.node.type).first
}

interface NodeChooserProps {
  isInside: boolean
  onChoose: (choice: NodeChoice) => void
  onBrowse: () => void
}

function NodeChooser({ isInside, onChoose, onBrowse }: NodeChooserProps) {
  const t = useT('workflow')
  const tNode = useT('workflow-node')
  const { kind } = useEditor()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const all = useMemo(
    () =>
      nodeChoices(
        isInside,
        { name: (type) => typeName(tNode, type), about: (type) => typeAbout(tNode, type) },
        kind === 'imageflow',
      ),
    [isInside, tNode, kind],
  )
  const [settled, composing] = useSettledText(query)
  const tools = useToolChoices(settled)
  const workflows = useWorkflowChoices(settled)
  const recent = useRecentChoices(all)
  const isSearching = settled.trim() !== ''
  const found = useMemo(
    () => (isSearching ? [...searchChoices(all, settled), ...workflows, ...tools] : [...recent, ...all]),
    [all, recent, isSearching, settled, workflows, tools],
  )
  const nameOf = (group: string) => (group === 'recent' ? t('add.recent') : groupName(tNode, group))
  const active = found[Math.min(at, found.length - 1)]
  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + by + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(active)
    }
  }
  return (
    <>
      <Popover.Title className="sr-only">{t('add.title')}</Popover.Title>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3">
        <Icon of={Search} className="text-mute" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          aria-label={t('add.search')}
          placeholder={t('add.search')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={walk}
          {...composing}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('add.title')} className="min-h-0 flex-1 overflow-y-auto p-1">
        {isSearching
          ? found.map((choice) => (
              <Choice
                key={choice.id}
                listId={listId}
                choice={choice}
                isActive={choice === active}
                onChoose={onChoose}
              />
            ))
          : groupsIn(found).map(([group, choices]) => (
              <div key={group} role="group" aria-label={nameOf(group)}>
                <div aria-hidden className="group-label px-2 pt-2 pb-1">
                  {nameOf(group)}
                </div>
                <div className="grid grid-cols-2">
                  {choices.map((choice) => (
                    <Choice
                      key={choice.id}
                      listId={listId}
                      choice={choice}
                      isActive={choice === active}
                      onChoose={onChoose}
                    />
                  ))}
                </div>
              </div>
            ))}
        {!found.length && <p className="px-2 py-6 text-center text-mute">{t('add.none', { query: settled.trim() })}</p>}
      </div>
      <div className="shrink-0 border-t border-line p-1">
        <Button kind="ghost" size="sm" icon={Blocks} onClick={onBrowse}>
          {t('add.browse')}
        </Button>
      </div>
    </>
  )
}

interface ChoiceProps {
  listId: string
  choice: NodeChoice
  isActive: boolean
  onChoose: (choice: NodeChoice) => void
}

function Choice({ listId, choice, isActive, onChoose }: ChoiceProps) {
  return (
    // Keys are handled by the search field.
    <div
      id={`${listId}-${choice.id}`}
      role="option"
      aria-selected={isActive}
      title={choice.about}
      // Dragging adds an empty node; tools and workflows are added by clicking.
      draggable={!('tool' in choice || 'workflow' in choice)}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, choice.type)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      onClick={() => onChoose(choice)}
      className={cn(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 hover:bg-hover',
        isActive && 'bg-hover',
      )}
    >
      <NodeTile type={choice.type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{choice.name}</span>
        <span className="block truncate text-small text-mute">{choice.about}</span>
      </span>
    </div>
  )
}

function groupsIn(choices: readonly NodeChoice[]): [string, NodeChoice[]][] {
  const groups = new Map<string, NodeChoice[]>()
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice])
  return [...groups]
}
