import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useDocument } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { globalsQuery } from './globals.queries.ts'
import { roundSources, sameSources, type ScopeSource, scopeSources } from './scope-sources.ts'
import { type GlobalVariable, type ScopeGroup, scopeTree } from './scope-tree.ts'

const none: readonly GlobalVariable[] = []

/** The values available at a node. The same object until one of the sources changes. */
export function useScope(nodeId: string, look: 'before' | 'inside' = 'before'): readonly ScopeGroup[] {
  const { loaded } = useEditor()
  const known = useRef<readonly ScopeSource[]>([])
  const sources = useDocument(({ canvas }) => {
    const next = look === 'inside' ? roundSources(canvas, nodeId) : scopeSources(canvas, nodeId)
    if (!sameSources(next, known.current)) known.current = next
    return known.current
  })
  const { data: globals = none } = useQuery(globalsQuery(loaded.workflow.project_id))
  return useMemo(() => scopeTree(sources, look === 'inside' ? none : globals), [sources, globals, look])
}
