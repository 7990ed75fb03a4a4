import type { InterfaceDocument } from '@orrery/contract'
import { useEffect, useState } from 'react'
import { fetchParts } from './parts.ts'

/** Whether the code of all components is loaded, because a thumbnail must not have gaps. */
export function useParts(document: InterfaceDocument): boolean {
  const [ready, setReady] = useState<InterfaceDocument>()
  useEffect(() => {
    let isGone = false
    fetchParts(document).then(
      () => isGone || setReady(document),
      // No thumbnail is rendered; it is optional.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [document])
  return ready === document
}
