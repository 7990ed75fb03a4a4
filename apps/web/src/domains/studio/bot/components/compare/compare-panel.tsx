import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { createStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useEditor } from '../../draft/draft-context.ts'
import {
  type Comparison,
  comparisonQuery,
  type DiffMode,
  endComparison,
  modeOf,
  newComparison,
  saveComparison,
  type SideName,
  sideNames,
  sideOf,
} from '../../compare/compare.queries.ts'
import { useSideStores } from '../../compare/use-side-stores.ts'
import { AskBoth } from './ask-both.tsx'
import { CompareSide } from './compare-side.tsx'

/** Compares two setups of the bot side by side, in place of the columns of the editor. */
export function ComparePanel({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  const { botId, store } = useEditor()
  const found = useQuery({ ...comparisonQuery(botId), gcTime: 0 })
  const [first, setFirst] = useState<Comparison | null>(null)
  const [error, setError] = useState<unknown>(null)
  const begin = useRef(false)
  useEffect(() => {
    if (!found.data || begin.current) return
    begin.current = true
    const wanted = found.data.diff_mode_info ?? newComparison('prompt', store.current().info)
    saveComparison(botId, wanted).then(setFirst, setError)
  }, [found.data, botId, store])
  const failed = found.error ?? error
  if (failed)
    return (
      <div className="p-4">
        <ErrorPanel
          title={t('compare.failed')}
          error={failed}
          action={<Button onClick={onClose}>{t('close')}</Button>}
        />
      </div>
    )
  if (!first)
    return (
      <div role="status" className="flex-1 p-4">
        <span className="sr-only">{t('compare.title')}</span>
        <Skeleton className="h-40" />
      </div>
    )
  return <OpenPanel first={first} onClose={onClose} />
}

function OpenPanel({ first, onClose }: { first: Comparison; onClose: () => void }) {
  const t = useT('bot')
  const { botId, store: draft } = useEditor()
  const [edited] = useState(() => createStore(first))
  const comparison = edited.use()
  const saved = useRef(first)
  /** Saves changes before a side answers, because the server answers with the saved settings. */
  const flush = async () => {
    await draft.flush()
    const sent = edited.current()
    if (saved.current === sent) return
    await saveComparison(botId, sent)
    saved.current = sent
  }
  const stores = useSideStores(first, flush)
  const mode = modeOf(comparison)
  const change = (side: SideName, setting: Partial<ReturnType<typeof sideOf>>) =>
    edited.set({ ...comparison, [`diff_mode_config_${side}`]: { ...sideOf(comparison, side), ...setting } })
  const leave = async (isKept: boolean) => {
    if (isKept) await flush()
    await endComparison(botId, isKept)
    void queryClient.invalidateQueries({ queryKey: comparisonQuery(botId).queryKey })
    onClose()
  }
  const takeOver = async (side: SideName) => {
    const { prompt, model_info: model } = sideOf(comparison, side)
    const info = draft.current().info
    draft.edit({
      ...(prompt !== undefined && { prompt_info: { ...info.prompt_info, prompt } }),
      ...(model && { model_info: { ...info.model_info, ...model } }),
    })
    await leave(false)
    toast.ok(t('compare.taken', { side: t(`compare.${side}`) }))
  }
  const discard = () =>
    void confirm({
      title: t('compare.discard.title'),
      text: t('compare.discard.text'),
      action: t('compare.discard'),
      danger: true,
      onConfirm: () => leave(false),
    })
  return (
    <section aria-label={t('compare.title')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-card">
      <PanelHead
        title={t('compare.title')}
        tools={
          <>
            <Segmented
              size="sm"
              label={t('compare.what')}
              items={(['prompt', 'model'] as const).map((value) => ({ value, label: t(`compare.${value}`) }))}
              value={mode}
              onChange={(next: DiffMode) => edited.set(newComparison(next, draft.current().info, comparison))}
            />
            <Button size="sm" kind="quiet" onClick={discard}>
              {t('compare.discard')}
            </Button>
            <Button size="sm" onClick={() => void leave(true)}>
              {t('close')}
            </Button>
          </>
        }
      />
      <div className="grid min-h-0 flex-1 grid-cols-2 divide-x divide-line border-t border-line max-sm:grid-cols-1 max-sm:overflow-y-auto">
        {sideNames.map((side) => (
          <CompareSide
            key={side}
            side={side}
            mode={mode}
            setting={sideOf(comparison, side)}
            store={stores[side]}
            onChange={(setting) => change(side, setting)}
            onTake={() => void takeOver(side)}
          />
        ))}
      </div>
      <AskBoth stores={[stores.a, stores.b]} />
    </section>
  )
}
