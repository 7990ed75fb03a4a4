/** The numbers of chart types on the wire. */
export const ChartType = { figure: 1, pie: 2, bars: 3, stacked: 4, radar: 5, line: 6 } as const
export type ChartWord = keyof typeof ChartType
export const chartWords = Object.keys(ChartType) as ChartWord[]
export const chartWordOf = (type: number): ChartWord => chartWords.find((word) => ChartType[word] === type) ?? 'bars'

export const Aggregator = {
  mean: 1,
  sum: 2,
  most: 3,
  least: 4,
  passing: 5,
  excellent: 6,
  count: 7,
  p50: 8,
  p90: 9,
  p99: 10,
} as const
export type AggregatorWord = keyof typeof Aggregator
export const aggregatorWords = Object.keys(Aggregator) as AggregatorWord[]

export const ChartGroup = { none: 0, tag: 1, option: 2 } as const
export type GroupWord = keyof typeof ChartGroup
export const groupWords = Object.keys(ChartGroup) as GroupWord[]

/** The data of a chart: the labels of the axis, and for each series one value per label. */
export interface ChartFigures {
  labels: string[]
  series: { name: string; values: (number | undefined)[] }[]
}
interface TagNode {
  name: string
  node_id: string
  children?: TagNode[] | undefined
}
interface Aggregate {
  tag_tree_node: TagNode
  node_results: Record<
    string,
    { rule_results: { rule_id: string; aggregate_result_cells: { aggregate_data: { value: number } }[] }[] }
  >
  column_rule_info: { rule_id: string; name: string }[]
}
/** The paths of tags, such as a and a/b. */
const pathsOf = ({ name, node_id, children = [] }: TagNode, above = ''): { path: string; id: string }[] => {
  const path = above ? `${above}/${name}` : name
  return [...(path ? [{ path, id: node_id }] : []), ...children.flatMap((child) => pathsOf(child, path))]
}

/** The figures of one experiment by tag or option; without a split, by evaluator. */
export function figuresOf(report: Aggregate, title: string): ChartFigures {
  const paths = pathsOf(report.tag_tree_node).filter(({ id }) => report.node_results[id])
  const rules = report.column_rule_info
  const at = (id: string, rule: string) =>
    report.node_results[id]?.rule_results.find(({ rule_id }) => rule_id === rule)?.aggregate_result_cells[0]
      ?.aggregate_data.value
  if (!paths.length)
    return {
      labels: rules.map(({ name }) => name),
      series: [{ name: title, values: rules.map(({ rule_id }) => at(report.tag_tree_node.node_id, rule_id)) }],
    }
  return {
    labels: paths.map(({ path }) => path),
    series: rules.map(({ rule_id, name }) => ({ name, values: paths.map(({ id }) => at(id, rule_id)) })),
  }
}

/** All values with unique names, for charts of single figures and for pie charts. */
export const singleValues = ({ labels, series }: ChartFigures): { name: string; value: number | undefined }[] =>
  series.flatMap(({ name, values }) =>
    labels.map((label, at) => ({
      name: series.length === 1 ? label : labels.length === 1 ? name : `${name} · ${label}`,
      value: values[at],
    })),
  )
