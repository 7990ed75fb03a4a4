import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { imageExport } from './image-export.ts'
import { saveImage } from './save-image.ts'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Lets the editor save an image of all nodes. During the export, every node is mounted in full detail. */
export function useImageExport(): boolean {
  const library = useStoreApi()
  const { getNodes, getNodesBounds } = useReactFlow()
  const [isExporting, setExporting] = useState(false)
  useEffect(
    () =>
      imageExport.offer(async (name) => {
        const viewport = library.getState().domNode?.querySelector<HTMLElement>('.react-flow__viewport')
        if (!viewport) return
        setExporting(true)
        try {
          await nextFrame()
          await nextFrame()
          await saveImage({ bounds: getNodesBounds(getNodes()), viewport, name })
        } finally {
          setExporting(false)
        }
      }),
    [library, getNodes, getNodesBounds],
  )
  return isExporting
}
