import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { OverlayProvider } from '../document/canvas-overlays.tsx'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { fixToApply } from '../document/problem-host.ts'
import { findProblems } from './find-problems.ts'
import { keyOf } from './outside-key.ts'
import { nothingOutside, outsideProblems, type OutsideProblems } from './outside-problems.ts'
import { createProblemStore, type ProblemStore } from './problem-store.ts'
import type { Problem } from './problem.ts'

export type { Problem } from './problem.ts'

/** Runs the check of the open document immediately, for callers that cannot wait for the pause. */
function createChecker() {
  let check: () => Promise<void> = async () => {}
  return {
    now: () => check(),
    use(next: () => Promise<void>): void {
      check = next
    },
  }
}
interface Problems {
  store: ProblemStore
  check: ReturnType<typeof createChecker>
}
const open = (): Problems => ({ store: createProblemStore(), check: createChecker() })
const ProblemsContext = createContext<Problems>(open())

/** Checks run after a pause in typing, when the browser is idle. */
const pause = 300
const latest = 1_500
const whenIdle: (work: () => void) => number =
  'requestIdleCallback' in globalThis
    ? (work) => requestIdleCallback(work, { timeout: latest })
    : (work) => window.setTimeout(work, 0)

/** Checks the document whenever it is edited. */
export function ProblemsProvider({ children }: { children: ReactNode }) {
  const t = useT('workflow-node')
  const document = useDocumentStore()
  const { workflowId } = useEditor()
  const isReadOnly = useReadOnly()
  const [problems] = useState(open)
  const { store } = problems
  useEffect(() => {
    let timer = 0
    let isUnmounted = false
    let checked: unknown
    let requestedKey: string | undefined
    let outside: OutsideProblems = nothingOutside
    async function check(): Promise<void> {
      // The validation rules of the engine are a separate bundle chunk, loaded once.
      const { blockerOf, validate } = await import('@orrery/engine/validate')
      const canvas = document.get()
      if (isUnmounted || canvas === checked) return
      checked = canvas
      const showProblems = () =>
        store.set(
          findProblems(canvas, [...validate(canvas), ...outside.issues], t, outside.called),
          blockerOf(canvas)?.nodeId ?? null,
        )
      showProblems()
      const key = keyOf(canvas)
      if (key === requestedKey) return
      requestedKey = key
      outside = key ? await outsideProblems(workflowId, canvas) : nothingOutside
      if (!isUnmounted && document.get() === canvas) showProblems()
    }
    /** Checks again, because a called workflow may have been fixed in another window. */
    const recheck = () => {
      requestedKey = undefined
      checked = undefined
      plan()
    }
    const plan = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => whenIdle(() => void check()), pause)
    }
    /** Applies a fix that was requested on the page around the editor. */
    const applyRequestedFix = async () => {
      const wanted = fixToApply.current()
      if (wanted?.workflowId !== workflowId) return
      fixToApply.set(null)
      await check()
      const fix = store.all().find((problem) => problem.id === wanted.problemId)?.fix
      if (fix && !isReadOnly && !isUnmounted) document.apply(fix.apply, { label: t('edit.fix') })
    }
    plan()
    void applyRequestedFix()
    const stopFixes = fixToApply.subscribe(() => void applyRequestedFix())
    problems.check.use(check)
    const stop = document.subscribe(plan)
    window.addEventListener('focus', recheck)
    return () => {
      window.removeEventListener('focus', recheck)
      isUnmounted = true
      window.clearTimeout(timer)
      stop()
      stopFixes()
    }
  }, [document, problems, store, t, workflowId, isReadOnly])
  return (
    <ProblemsContext value={problems}>
      <OverlayProvider problems={store}>{children}</OverlayProvider>
    </ProblemsContext>
  )
}

export function useProblems(): readonly Problem[] {
  const { store } = useContext(ProblemsContext)
  return store.use(({ all }) => all)
}

/**
 * Called when the person wants to run or publish: from then on, todos are shown as problems. Returns whether the
 * current canvas cannot run.
 */
export function useAttempt(): () => Promise<boolean> {
  const { store, check } = useContext(ProblemsContext)
  const attempt = useCallback(async () => {
    await check.now()
    store.setTried()
    return store.isBlocked()
  }, [store, check])
  useEffect(() => void attempt(), [attempt])
  return attempt
}

/** The errors that prevent a run from starting, first those of the node that blocks it. */
export function useBlocking(): readonly Problem[] {
  const { store } = useContext(ProblemsContext)
  const blockedAt = store.use((found) => found.blockedAt)
  const errors = useProblems().filter((problem) => problem.level === 'error')
  if (blockedAt === null) return []
  return errors.toSorted((a, b) => Number(b.nodeId === blockedAt) - Number(a.nodeId === blockedAt))
}

/** Whether the person has tried to run or publish the canvas. */
export const useIsTried = (): boolean => useContext(ProblemsContext).store.use(({ isTried }) => isTried)
