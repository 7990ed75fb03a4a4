import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { conflictsOf, leavesOf, pathOf } from '../../versions/diff-leaves.ts'
import { type DiffNode3, type BotRef, refreshVersions } from '../../versions/version.queries.ts'
import { DiffTree } from './diff-tree.tsx'
import { type Choice, MergeConflict } from './merge-conflict.tsx'

interface MergeFormProps {
  of: BotRef
  nodes: readonly DiffNode3[]
  ticket: string
  onStale: () => void
}

/** The tree on the left, the selected conflict with both sides, and the result. */
export function MergeForm({ of, nodes, ticket, onStale }: MergeFormProps) {
  const t = useT('version')
  const navigate = useNavigate()
  const conflicts = conflictsOf(nodes)
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const [shown, setShown] = useState(conflicts[0] ? pathOf(conflicts[0]) : '')
  const open = conflicts.filter((node) => choices[pathOf(node)] === undefined)
  const chosen = Object.entries(choices).filter(([path]) => conflicts.some((node) => pathOf(node) === path))
  const sent = {
    ...of,
    origin_bot_dl: ticket,
    diff_res: chosen.map(([json_path, choice]) => ({
      diff_res: {
        json_path,
        ...(choice.kind === 'manual' ? { manual_merge_value: choice.text } : { selected_value: choice.kind }),
      },
    })),
  }
  const result = useQuery({
    queryKey: ['bot', of.bot_id, 'versions', 'merge', sent],
    queryFn: ({ signal }) => api.botVersion.merge({ ...sent, dry_run: true }, { signal }),
    retry: false,
  })
  const merge = useMutation({
    mutationFn: () => api.botVersion.merge(sent),
    onSuccess: async () => {
      await refreshVersions(of)
      toast.ok(t('merge.done'))
      await navigate({ to: '/space/$space_id/bot/$bot_id', params: of })
    },
    onError: (cause) => {
      if (cause instanceof ApiError && cause.code === ErrorCode.botVersion.staleMerge) onStale()
    },
  })
  const next = () => {
    const at = conflicts.findIndex((node) => pathOf(node) === shown)
    const following = [...conflicts.slice(at + 1), ...conflicts].find((node) => choices[pathOf(node)] === undefined)
    if (following) setShown(pathOf(following))
  }
  useKeys('n', next)
  const current = conflicts.find((node) => pathOf(node) === shown)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <nav
          aria-label={t('merge.tree')}
          className="w-72 shrink-0 overflow-y-auto border-r border-line p-4 max-lg:w-full max-lg:border-r-0"
        >
          {nodes.map((part) => (
            <section key={part.display_name} className="mb-3">
              <h2 className="mb-1 font-semibold">{part.display_name}</h2>
              <ul>
                {leavesOf([part]).map((leaf) => (
                  <TreeLine
                    key={pathOf(leaf)}
                    leaf={leaf}
                    isShown={pathOf(leaf) === shown}
                    isSettled={choices[pathOf(leaf)] !== undefined}
                    onOpen={() => setShown(pathOf(leaf))}
                  />
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-5 max-lg:overflow-visible">
          {current ? (
            <MergeConflict
              key={shown}
              node={current}
              choice={choices[shown]}
              onChoose={(choice) => setChoices({ ...choices, [shown]: choice })}
            />
          ) : (
            <p className="text-mute">{t(conflicts.length ? 'merge.choose' : 'merge.clean')}</p>
          )}
          <section aria-label={t('merge.result')}>
            <h2 className="mb-2 font-semibold">{t('merge.result')}</h2>
            <p className="mb-2 text-small text-mute">{t('merge.result.text')}</p>
            {result.error ? (
              <ErrorPanel error={result.error} />
            ) : (
              result.data && <DiffTree nodes={result.data.diff_display_node} />
            )}
          </section>
          {merge.error && <ErrorPanel error={merge.error} />}
        </div>
      </div>
      <div className="flex min-h-14 shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-card px-5 py-2">
        <span role="status" className="flex-1 text-small text-mute">
          {t('merge.open.count', { count: open.length })}
        </span>
        <Button disabled={open.length === 0} onClick={next}>
          {t('merge.next')}
        </Button>
        <Button
          kind="solid"
          disabled={open.length > 0 || Boolean(result.error)}
          busy={merge.isPending}
          onClick={() => merge.mutate()}
        >
          {t('merge.action')}
        </Button>
      </div>
    </div>
  )
}

interface TreeLineProps {
  leaf: DiffNode3
  isShown: boolean
  isSettled: boolean
  onOpen: () => void
}
function TreeLine({ leaf, isShown, isSettled, onOpen }: TreeLineProps) {
  const t = useT('version')
  const side = leaf.diff_res_current && leaf.diff_res_target ? 'both' : leaf.diff_res_current ? 'mine' : 'theirs'
  return (
    <li>
      <button
        type="button"
        disabled={!leaf.is_conflict}
        aria-current={isShown}
        onClick={onOpen}
        className="focus-inset flex w-full items-center gap-2 rounded-sm px-2 py-1 text-left not-disabled:hover:bg-hover aria-current:bg-brand-soft"
      >
        <span className="min-w-0 flex-1 truncate">{leaf.display_name}</span>
        {leaf.is_conflict ? (
          <Tag tone={isSettled ? 'ok' : 'err'}>{t(isSettled ? 'merge.settled' : 'merge.conflict')}</Tag>
        ) : (
          <span className="text-small text-mute">{t(`merge.${side}`)}</span>
        )}
      </button>
    </li>
  )
}
