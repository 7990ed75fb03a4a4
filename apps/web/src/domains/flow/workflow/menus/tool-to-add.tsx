import { NodeType } from '@orrery/engine/node-type'
import { useEffect } from 'react'
import { createStore } from '#lib/store.ts'
import type { PickedTool } from '#domains/resources/plugin/index.ts'
import { useCanvas } from '../canvas/canvas-context.ts'
import { useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { shapeOfTool, withTool } from '../forms/tool-node.ts'
import { focusCard } from './back-to-canvas.ts'

/** A tool that another page requests to add to a workflow. */
export const toolToAdd = createStore<{ workflowId: string; tool: PickedTool } | null>(null)

/** Adds the requested tool as a node, once, on the canvas of its workflow. */
export function AddRequestedTool() {
  const { commands, openNode } = useCanvas()
  const { workflowId, spaceId } = useEditor()
  const isReadOnly = useReadOnly()
  const wanted = toolToAdd.use()
  const tool = wanted?.workflowId === workflowId ? wanted.tool : undefined
  useEffect(() => {
    if (!tool || isReadOnly) return
    toolToAdd.set(null)
    const add = async () => {
      const shape = await shapeOfTool(tool, spaceId)
      const id = commands.add(
        NodeType.Api,
        {},
        { name: tool.toolName, data: (before) => withTool(before, tool, shape) },
      )
      if (!id) return
      openNode(id)
      focusCard(id)
    }
    void add()
  }, [tool, isReadOnly, commands, openNode, spaceId])
  return null
}
