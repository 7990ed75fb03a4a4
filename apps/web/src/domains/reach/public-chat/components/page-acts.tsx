import { Undo2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { actInPage, type PageAct, type useRuntime } from '#domains/studio/interface/index.ts'

/** What the bot of the chat did in the page, latest last. Each action can be undone. */
export function useActs(runtime: ReturnType<typeof useRuntime>) {
  const t = useT('interface')
  const [acts, setActs] = useState<PageAct[]>([])
  const act = useCallback(
    async (name: string, args: Record<string, unknown>) => {
      const done = await actInPage(runtime, t, name, args).catch((cause: unknown): PageAct => ({
        message: cause instanceof Error ? cause.message : String(cause),
      }))
      if (done.undo) setActs((before) => [...before, done])
      return done.message
    },
    [runtime, t],
  )
  const undo = () => {
    acts.at(-1)?.undo?.()
    setActs(acts.slice(0, -1))
  }
  return { acts, act, undo }
}

export function LastAct({ act, onUndo }: { act: PageAct; onUndo: () => void }) {
  const t = useT('public-chat')
  return (
    <section
      aria-label={t('acts.label')}
      className="sticky top-0 z-canvas mb-4 flex items-center gap-3 rounded-lg border border-brand/40 bg-brand-soft p-3"
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {t('acts.done', { what: act.message })}
      </p>
      <Button size="sm" icon={Undo2} onClick={onUndo}>
        {t('acts.undo')}
      </Button>
    </section>
  )
}
