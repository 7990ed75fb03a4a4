import type { ShownAggregate } from '@orrery/contract'
import { treeOf, nodeId } from '#domains/loop/evaluation-set/shared/tag-tree.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { TagFigures } from '#domains/loop/experiment-report/report.service.ts'
import { ruleIdOf } from '#domains/loop/experiment/shared/rule-id.ts'
import { columnOf } from './task.view.ts'

const All = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
const share = (values: number[], least: number) => values.filter((one) => one >= least).length / values.length

/** One aggregate of a list of scores. The passing share uses normal scores. */
function figure(
  type: number,
  values: number[],
  normals: number[],
  { pass, excellent }: ExperimentRow,
): number | undefined {
  if (type === 7) return values.length
  if (!values.length) return undefined
  const sum = values.reduce((total, one) => total + one, 0)
  const sorted = values.toSorted((a, b) => a - b)
  switch (type) {
    case 1:
      return sum / values.length
    case 2:
      return sum
    case 3:
      return sorted.at(-1)
    case 4:
      return sorted[0]
    case 5:
      return normals.length ? share(normals, pass) : undefined
    case 6:
      return normals.length ? share(normals, excellent) : undefined
    default:
      return percentile(sorted, type === 8 ? 0.5 : type === 9 ? 0.9 : 0.99)
  }
}
/** Figures of an experiment as a tree of tags, with one row per tag. */
export function shownAggregate(
  row: ExperimentRow,
  nodes: TagFigures[],
  ruleIds?: readonly string[],
  types: readonly number[] = All,
): ShownAggregate {
  const used = row.evaluators.filter((one) => !ruleIds || ruleIds.includes(ruleIdOf(one)))
  const cells = ({ values, normals }: TagFigures, key: string) =>
    types.flatMap((aggregator_type) => {
      const value = figure(aggregator_type, values.get(key) ?? [], normals.get(key) ?? [], row)
      return value === undefined ? [] : [{ aggregator_type, aggregate_data: { value, data_type: 0 } }]
    })
  const rowOf = (node: TagFigures) => ({
    rule_results: used.map((one) => ({ rule_id: ruleIdOf(one), aggregate_result_cells: cells(node, one.versionId) })),
    total_num: String(node.items),
    summarized_result: cells(node, ''),
  })
  const root = nodes.find(({ path }) => path === '') ?? { path: '', items: 0, values: new Map(), normals: new Map() }
  const others = nodes.filter(({ path }) => path !== '').toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return {
    tag_tree_node: treeOf(others.map(({ path }) => path)),
    node_results: Object.fromEntries([root, ...others].map((node) => [nodeId(node.path), rowOf(node)])),
    column_rule_info: used.map(columnOf),
    summarized_result: rowOf(root),
  }
}
