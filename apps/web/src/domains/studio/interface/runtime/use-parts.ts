import type { InterfaceDocument } from '@orrery/contract'
import { useEffect, useState } from 'react'
import { fetchParts } from './parts.ts'

/** Whether everything in a document can be drawn at once: an image of it would have gaps before. */
export function useParts(document: InterfaceDocument): boolean {
  const [ready, setReady] = useState<InterfaceDocument>()
  useEffect(() => {
    let isGone = false
    fetchParts(document).then(
      () => isGone || setReady(document),
      // The image stays out; it is an extra.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [document])
  return ready === document
}
