import { useQueries, useQuery } from '@tanstack/react-query'
import type { Column } from '#ui/table.tsx'
import { shownScore } from './components/mean-bar.tsx'
import { LabelSource, labelTasksQuery, type ResultRow, rowLabelsQuery } from './evaluation.queries.ts'

/** Rows per request: with five labels each, they fit into one response. */
const ROWS_PER_REQUEST = 40
const inBatches = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ROWS_PER_REQUEST) }, (_, at) =>
    ids.slice(at * ROWS_PER_REQUEST, (at + 1) * ROWS_PER_REQUEST),
  )

/** Columns with the labels that people gave to the rows of a saved comparison, with all outputs of a row in view. */
export function usePeopleColumns(
  spaceId: string,
  reportId: string,
  baselineId: string,
  pages: ResultRow[][],
): Column<ResultRow>[] {
  const { data: tasks = [] } = useQuery({
    ...labelTasksQuery(spaceId, reportId, LabelSource.comparison),
    enabled: reportId !== '',
  })
  const rowIdOf = (row: ResultRow) =>
    row.turn_results[0]?.experiment_results.find(({ experiment_id }) => experiment_id === baselineId)?.payload?.turn_id
  const ids = pages.flatMap((rows) => inBatches(rows.flatMap((row) => rowIdOf(row) ?? [])))
  const labels = useQueries({
    queries: tasks.flatMap(({ id }) => ids.map((some) => rowLabelsQuery(spaceId, id, some))),
    combine: (found) => found.flatMap(({ data }) => data ?? []),
  })
  return tasks.flatMap((task) =>
    task.manual_annotation_items.map((item): Column<ResultRow> => ({
      id: `people-${task.id}-${item.id}`,
      head: item.name,
      width: 140,
      cell: (row) => {
        const given = labels
          .filter((one) => one.manual_annotation_task_id === task.id && one.object_id === rowIdOf(row))
          .flatMap((one) => one.manual_annotation_label_results)
          .filter((one) => one.manual_annotation_item_id === item.id)
          .map(({ score, value, option, plain_text: text }) =>
            score === undefined ? (option ?? value ?? text) : shownScore(score),
          )
        return <span className="block truncate">{given.length ? given.join(', ') : '–'}</span>
      },
    })),
  )
}
