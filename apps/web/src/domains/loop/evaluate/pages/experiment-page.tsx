import { RetryMode } from '@orrery/contract/shared/evaluation-enums'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CircleStop, Copy, Download, RotateCcw, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { AnnotationPanel } from '../components/annotation-panel.tsx'
import { ChartsPanel } from '../components/charts-panel.tsx'
import { ContentCell } from '../components/content-view.tsx'
import { ExperimentTag } from '../components/experiment-status.tsx'
import { FiguresPanel } from '../components/figures-panel.tsx'
import { LivePanel } from '../components/live-panel.tsx'
import { shownScore } from '../components/mean-bar.tsx'
import { RowSheet } from '../components/row-sheet.tsx'
import { SavedComparisons } from '../components/saved-comparisons.tsx'
import {
  type Experiment,
  experimentQuery,
  type Figures,
  figuresQuery,
  isOpen,
  refreshEvaluation,
  resultsQuery,
  type ResultRow,
} from '../evaluation.queries.ts'

const from = '/signed/space/$space_id/evaluate/experiments/$experiment_id'
const tabs = ['rows', 'charts', 'errors', 'annotation', 'comparisons', 'settings'] as const
const shownRows = ['all', 'worst', 'failed'] as const
const formats = ['csv', 'jsonl', 'xlsx'] as const

/** One experiment: its progress, its figures, and every row. */
export function ExperimentPage() {
  const t = useT('evaluation')
  const space = useSpace()
  const { experiment_id: id } = useParams({ from })
  const query = useQuery(experimentQuery(space.id, id))
  const list = { to: '/space/$space_id/evaluate/experiments', params: { space_id: space.id } } as const
  return (
    <QueryPage
      query={query}
      failed={t('one.failed')}
      missing={t('one.missing')}
      loading={<Skeleton className="m-5 h-64" />}
      back={
        <Link {...list} className={buttonStyle()}>
          {t('one.back')}
        </Link>
      }
    >
      {(experiment) => <Detail key={id} experiment={experiment} />}
    </QueryPage>
  )
}

function Detail({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const space = useSpace()
  const { tab = 'rows' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/experiments/$experiment_id' })
  const { expt_stats: stats } = experiment
  const stamp = `${experiment.status}/${stats.success_turn_cnt}/${stats.fail_turn_cnt}`
  const figures = useQuery(figuresQuery(space.id, experiment.id, stamp))
  const shown = tabs.find((one) => one === tab) ?? 'rows'
  usePageTitle(experiment.name)
  const { name = '' } = experiment.eval_target?.eval_target_version?.eval_target_content ?? {}
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={experiment.name}
        back={<Link to="/space/$space_id/evaluate/experiments" params={{ space_id: space.id }} />}
        beside={<ExperimentTag experiment={experiment} />}
        note={[name || t('target.stored'), `${experiment.eval_set.name} ${experiment.eval_set.version}`].join(' · ')}
        actions={<Actions experiment={experiment} />}
      />
      {experiment.status_message && <Banner tone="err">{experiment.status_message}</Banner>}
      <div className="flex flex-col gap-3 px-5 pt-4">
        <LivePanel experiment={experiment} />
        <FiguresPanel experiment={experiment} figures={figures.data} />
      </div>
      <Tabs
        label={t('tabs')}
        className="px-5"
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={shown}
        onChange={(value) => void navigate({ search: { tab: value === 'rows' ? undefined : value }, replace: true })}
      />
      {shown === 'rows' && <Rows experiment={experiment} stamp={stamp} />}
      {shown === 'charts' && <ChartsPanel experiment={experiment} stamp={stamp} />}
      {shown === 'errors' && <Errors figures={figures.data} />}
      {shown === 'annotation' && <AnnotationPanel experiment={experiment} />}
      {shown === 'comparisons' && <SavedComparisons experiment={experiment} />}
      {shown === 'settings' && <Settings experiment={experiment} />}
    </div>
  )
}

function Actions({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const space = useSpace()
  const navigate = useNavigate()
  const at = { space_id: space.id, expt_id: experiment.id }
  const refresh = () => refreshEvaluation(space.id)
  const kill = useMutation({ mutationFn: () => api.experiment.kill(at), onSettled: refresh })
  const retry = useMutation({
    mutationFn: () => api.experiment.retry({ ...at, retry_mode: RetryMode.failed }),
    onSettled: refresh,
  })
  const clone = useMutation({
    mutationFn: () => api.experiment.clone(at),
    onSuccess: async ({ experiment: copy }) => {
      await refresh()
      await navigate({
        to: '/space/$space_id/evaluate/experiments/$experiment_id',
        params: { space_id: space.id, experiment_id: copy.id },
      })
    },
  })
  const mayRun = mayInSpace(space, 'createResource')
  const { fail_turn_cnt, terminated_turn_cnt } = experiment.expt_stats
  const isMissing = fail_turn_cnt + terminated_turn_cnt > 0
  const address = (format: string) =>
    `/api/evaluation/v2/experiment/export?space_id=${space.id}&experiment_ids=${experiment.id}&format=${format}`
  return (
    <>
      <Menu trigger={<Button icon={Download}>{t('export')}</Button>} align="end">
        {formats.map((format) => (
          <MenuItem key={format} render={<a href={address(format)} download />}>
            {t(`export.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      {mayRun && !isOpen(experiment) && (
        <Button icon={Copy} busy={clone.isPending} onClick={() => clone.mutate()}>
          {t('clone')}
        </Button>
      )}
      {mayRun && !isOpen(experiment) && isMissing && (
        <Button icon={RotateCcw} busy={retry.isPending} onClick={() => retry.mutate()}>
          {t('retry')}
        </Button>
      )}
      {mayRun && isOpen(experiment) && (
        <Button icon={CircleStop} busy={kill.isPending} onClick={() => kill.mutate()}>
          {t('stop')}
        </Button>
      )}
    </>
  )
}

function Rows({ experiment, stamp }: { experiment: Experiment; stamp: string }) {
  const t = useT('evaluation')
  const space = useSpace()
  const [shown, setShown] = useState<(typeof shownRows)[number]>('all')
  const [openId, setOpenId] = useState<string | undefined>()
  const query = useInfiniteQuery(
    resultsQuery(space.id, {
      ids: [experiment.id],
      stamp,
      sort: shown === 'worst' ? 'worst' : 'position',
      onlyFailed: shown === 'failed',
    }),
  )
  const rows = query.data?.pages.flatMap(({ item_results }) => item_results) ?? []
  const open = rows.find(({ item_id }) => item_id === openId)
  return (
    <>
      <FilterBar>
        <Select
          prefix={t('rows.show')}
          items={shownRows.map((value) => ({ value, label: t(`rows.${value}`) }))}
          value={shown}
          onChange={setShown}
        />
      </FilterBar>
      <PagedTable
        query={query}
        failed={t('rows.failedToLoad')}
        empty={<EmptyState icon={Rows3} title={t('rows.empty')} text={t('rows.emptyText')} />}
        {...(shown === 'failed' && { noMatch: { onClear: () => setShown('all') } })}
        label={t('tab.rows')}
        columns={useRowColumns(experiment)}
        rows={rows}
        rowKey={({ item_id }) => item_id}
        rowName={({ item_index }) => t('row.title', { number: item_index })}
        onOpen={({ item_id }) => setOpenId(item_id)}
      />
      {open && (
        <RowSheet
          key={openId}
          spaceId={space.id}
          experiments={[experiment]}
          row={open}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}

const payloadOf = (row: ResultRow) => row.turn_results[0]?.experiment_results[0]?.payload

function useRowColumns(experiment: Experiment): Column<ResultRow>[] {
  const t = useT('evaluation')
  return [
    { id: 'number', head: t('column.number'), width: 64, cell: ({ item_index }) => item_index },
    {
      id: 'input',
      head: t('row.input'),
      cell: (row) => <ContentCell content={payloadOf(row)?.eval_set.turn.field_data_list[0]?.content} />,
    },
    {
      id: 'output',
      head: t('row.output'),
      cell: (row) => {
        const payload = payloadOf(row)
        const { error } = payload?.system_info ?? {}
        const text =
          payload?.target_output.eval_target_record?.eval_target_output_data.output_fields['actual_output']?.text
        return <span className={error ? 'block truncate text-err' : 'block truncate'}>{error?.message ?? text}</span>
      },
    },
    ...experiment.evaluators.map(({ name, current_version }): Column<ResultRow> => ({
      id: current_version!.id,
      head: name,
      width: 110,
      align: 'end',
      cell: (row) => {
        const record = payloadOf(row)?.evaluator_output.evaluator_records[current_version!.id]
        const { evaluator_result: result, value } = record?.evaluator_output_data ?? {}
        return (
          <span className="tabular-nums">
            {result ? shownScore(result.correction?.score ?? result.score) : (value ?? '–')}
          </span>
        )
      },
    })),
    {
      id: 'time',
      head: t('figure.time'),
      width: 90,
      align: 'end',
      hideBelow: 'md',
      cell: (row) => {
        const record = payloadOf(row)?.target_output.eval_target_record
        return record ? formatDuration(Number(record.eval_target_output_data.time_consuming_ms)) : '–'
      },
    },
  ]
}

function Errors({ figures }: { figures: Figures | undefined }) {
  const t = useT('evaluation')
  if (!figures?.errors.length) return <p className="p-5 text-mute">{t('errors.none')}</p>
  return (
    <ul className="flex flex-col gap-3 overflow-y-auto p-5">
      {figures.errors.map(({ message, count }) => (
        <li key={message} className="border-b border-line pb-3 last:border-b-0">
          <p className="font-medium">{t('errors.count', { count })}</p>
          <p className="break-words whitespace-pre-wrap text-err">{message}</p>
        </li>
      ))}
    </ul>
  )
}

function Settings({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const ui = useT('ui')
  const lines = [
    ...experiment.target_field_mapping.from_eval_set.map((one) => ({ of: t('settings.target'), ...one })),
    ...experiment.evaluator_field_mapping.flatMap(({ evaluator_version_id, from_eval_set, from_target }) => {
      const found = experiment.evaluators.find(({ current_version }) => current_version?.id === evaluator_version_id)
      return [...from_eval_set, ...from_target].map((one) => ({ of: found?.name ?? '', ...one }))
    }),
  ]
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 overflow-y-auto p-5">
      <dt className="text-mute">{t('form.trials')}</dt>
      <dd>{experiment.trial_num}</dd>
      {lines.map(({ of, field_name, from_field_name, const_value }) => (
        <div key={`${of}/${field_name}`} className="contents">
          <dt className="text-mute">{ui('pair', { name: of, value: field_name })}</dt>
          <dd>{from_field_name || const_value}</dd>
        </div>
      ))}
    </dl>
  )
}
