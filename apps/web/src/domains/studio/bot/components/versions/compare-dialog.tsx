import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { countOf } from '../../versions/diff-leaves.ts'
import {
  baseState,
  channelState,
  currentQuery,
  diffQuery,
  draftState,
  historyVersionsQuery,
  storedState,
  type BotRef,
  type State,
} from '../../versions/version.queries.ts'
import { DiffTree } from './diff-tree.tsx'

interface CompareDialogProps {
  of: BotRef
  left: State
  right: State
  onClose: () => void
}
const nameOf = (state: State) => JSON.stringify(state)

/** Compares any two states of a bot side by side. */
export function CompareDialog({ of, left, right, onClose }: CompareDialogProps) {
  const t = useT('version')
  const [sides, setSides] = useState({ left: nameOf(left), right: nameOf(right) })
  const choices = useStates(of)
  const { data, error } = useQuery(diffQuery(of, JSON.parse(sides.left) as State, JSON.parse(sides.right) as State))
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('compare.title')}
      description={data ? t('compare.count', { count: countOf(data.diff_display_node) }) : t('compare.text')}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          className="min-w-52 flex-1"
          label={t('compare.left')}
          items={choices}
          value={sides.left}
          onChange={(next) => setSides({ ...sides, left: next })}
        />
        <IconButton
          icon={ArrowLeftRight}
          label={t('compare.swap')}
          onClick={() => setSides({ left: sides.right, right: sides.left })}
        />
        <Select
          className="min-w-52 flex-1"
          label={t('compare.right')}
          items={choices}
          value={sides.right}
          onChange={(next) => setSides({ ...sides, right: next })}
        />
      </div>
      {error ? (
        <ErrorPanel error={error} />
      ) : data ? (
        <DiffTree nodes={data.diff_display_node} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  )
}

/** The states to choose from: the own draft, the base, served versions and stored versions. */
function useStates(of: BotRef) {
  const t = useT('version')
  const { data: served = [] } = useQuery(currentQuery(of))
  const { data: stored = [] } = useQuery(historyVersionsQuery(of, [1, 2]))
  const seen = new Set<string>()
  const all = [
    { value: nameOf(draftState), label: t('state.draft') },
    { value: nameOf(baseState), label: t('state.base') },
    ...served
      .filter((one) => one.publish_version_type === 1)
      .map((one) => ({
        value: nameOf(channelState(one.connector_info.id)),
        label: t('state.channel', { channel: one.connector_info.name, version: one.version_name }),
      })),
    ...stored.map((one) => ({
      value: nameOf(storedState(one.bot_version)),
      label: `${one.version_name || t('type.1')} · ${formatTime(fromSeconds(one.create_time))}`,
    })),
    ...served
      .filter((one) => one.publish_version_type !== 1)
      .map((one) => ({
        value: nameOf(storedState(one.bot_version)),
        label: `${one.version_name} · ${one.x_tt_env || one.version_identifier || t('type.4')}`,
      })),
  ]
  return all.filter(({ value }) => !seen.has(value) && seen.add(value))
}
