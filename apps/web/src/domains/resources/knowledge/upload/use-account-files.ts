import { useState } from 'react'
import type { RemoteNode } from '../accounts/account.queries.ts'

/** The selected files of connected accounts, in the order of selection. */
export function useAccountFiles() {
  const [picked, setPicked] = useState<ReadonlyMap<string, RemoteNode>>(new Map())
  return {
    picked: [...picked.values()],
    isPicked: (id: string) => picked.has(id),
    pick(nodes: readonly RemoteNode[], on: boolean) {
      const next = new Map(picked)
      for (const node of nodes)
        if (on) next.set(node.file_id, node)
        else next.delete(node.file_id)
      setPicked(next)
    },
  }
}
export type AccountFiles = ReturnType<typeof useAccountFiles>
