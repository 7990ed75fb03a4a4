import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { canvasImage } from '../menus/canvas-image.ts'
import { saveImage } from '../menus/canvas-files.ts'

/** A picture of all nodes, also of those that are out of sight. */
export function useImage(): void {
  const library = useStoreApi()
  const { getNodes, getNodesBounds } = useReactFlow()
  useEffect(
    () =>
      canvasImage.offer(async (name) => {
        const viewport = library.getState().domNode?.querySelector<HTMLElement>('.react-flow__viewport')
        if (viewport) await saveImage({ bounds: getNodesBounds(getNodes()), viewport, name })
      }),
    [library, getNodes, getNodesBounds],
  )
}
