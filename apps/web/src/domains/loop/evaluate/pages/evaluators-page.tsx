import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Scale } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { CreateEvaluatorDialog } from '../components/create-evaluator-dialog.tsx'
import { type Evaluator, evaluatorsQuery } from '../evaluation.queries.ts'
import { formOf } from '../evaluator-form.ts'

/** The evaluators of a space. */
export function EvaluatorsPage() {
  const t = useT('evaluation')
  const space = useSpace()
  const { word = '' } = useSearch({ from: '/signed/space/$space_id/evaluate/evaluators' })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/evaluators' })
  const query = useInfiniteQuery(evaluatorsQuery(space.id, word))
  const rows = query.data?.pages.flatMap(({ evaluators }) => evaluators) ?? []
  const [isCreating, setCreating] = useState(false)
  const onWord = useCallback(
    (text: string) => void navigate({ search: { word: text.trim() || undefined }, replace: true }),
    [navigate],
  )
  const open = (id: string) =>
    void navigate({
      to: '/space/$space_id/evaluate/evaluators/$evaluator_id',
      params: { space_id: space.id, evaluator_id: id },
    })
  const columns: Column<Evaluator>[] = [
    {
      id: 'name',
      head: t('column.name'),
      cell: ({ name, description }) => <NameCell name={name} note={description} />,
    },
    {
      id: 'type',
      head: t('content.type'),
      width: 150,
      cell: ({ current_version }) =>
        current_version && <Tag>{t(`content.${formOf(current_version.evaluator_content).type}`)}</Tag>,
    },
    {
      id: 'version',
      head: t('version.name'),
      width: 120,
      hideBelow: 'md',
      cell: ({ latest_version }) => latest_version || <span className="text-mute">{t('version.none')}</span>,
    },
    {
      id: 'edited',
      head: t('column.edited'),
      width: 140,
      hideBelow: 'md',
      cell: ({ base_info }) => <DateTime at={Number(base_info.updated_at)} className="text-mute" />,
    },
  ]
  return (
    <>
      <ListPage
        title={t('evaluators.title')}
        create={
          mayInSpace(space, 'createResource') && (
            <Button kind="solid" icon={Plus} onClick={() => setCreating(true)}>
              {t('evaluator.create')}
            </Button>
          )
        }
        search={{ word, onWord, placeholder: t('evaluators.search') }}
        query={query}
        failed={t('evaluators.failed')}
        empty={{ icon: Scale, title: t('evaluators.empty'), text: t('evaluators.emptyText') }}
        noMatch={word ? { text: t('evaluators.noMatch'), onClear: () => onWord('') } : undefined}
        columns={columns}
        rows={rows}
        rowKey={({ evaluator_id }) => evaluator_id}
        rowName={({ name }) => name}
        onOpen={({ evaluator_id }) => open(evaluator_id)}
        openHint={t('list.open')}
        shown={t('list.shown', {
          shown: formatNumber(rows.length),
          total: formatNumber(Number(query.data?.pages[0]?.total ?? 0)),
        })}
      />
      {isCreating && <CreateEvaluatorDialog spaceId={space.id} onCreated={open} onClose={() => setCreating(false)} />}
    </>
  )
}
