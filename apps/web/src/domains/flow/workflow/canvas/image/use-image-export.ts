import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { canvasImage } from './image-export.ts'
import { saveImage } from './save-image.ts'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** A picture of all nodes, also of those that are out of sight. While it is made everything is drawn in full. */
export function useImage(): boolean {
  const library = useStoreApi()
  const { getNodes, getNodesBounds } = useReactFlow()
  const [isMaking, setMaking] = useState(false)
  useEffect(
    () =>
      canvasImage.offer(async (name) => {
        const viewport = library.getState().domNode?.querySelector<HTMLElement>('.react-flow__viewport')
        if (!viewport) return
        setMaking(true)
        try {
          await nextFrame()
          await nextFrame()
          await saveImage({ bounds: getNodesBounds(getNodes()), viewport, name })
        } finally {
          setMaking(false)
        }
      }),
    [library, getNodes, getNodesBounds],
  )
  return isMaking
}
