import { expect, test } from 'vitest'
import { figuresOf, singleValues } from './chart-figures.ts'

const cells = (value: number) => [{ aggregate_data: { value } }]
const rules = [
  { rule_id: '1', name: 'Same' },
  { rule_id: '2', name: 'Polite' },
]
const row = (same: number, polite?: number) => ({
  rule_results: [
    { rule_id: '1', aggregate_result_cells: cells(same) },
    { rule_id: '2', aggregate_result_cells: polite === undefined ? [] : cells(polite) },
  ],
})

test('without a split, each evaluator has one value', () => {
  const report = {
    tag_tree_node: { name: '', node_id: '0', children: [] },
    node_results: { '0': row(0.5, 0.75) },
    column_rule_info: rules,
  }
  const figures = figuresOf(report, 'Mean')
  expect(figures).toEqual({ labels: ['Same', 'Polite'], series: [{ name: 'Mean', values: [0.5, 0.75] }] })
  expect(singleValues(figures)).toEqual([
    { name: 'Same', value: 0.5 },
    { name: 'Polite', value: 0.75 },
  ])
})
test('tags are named by their path, and tags without a score have no value', () => {
  const report = {
    tag_tree_node: {
      name: '',
      node_id: '0',
      children: [{ name: 'hard', node_id: '7', children: [{ name: 'long', node_id: '8', children: [] }] }],
    },
    node_results: { '0': row(0.5, 0.5), '7': row(0.25, 1), '8': row(0) },
    column_rule_info: rules,
  }
  const figures = figuresOf(report, 'Mean')
  expect(figures).toEqual({
    labels: ['hard', 'hard/long'],
    series: [
      { name: 'Same', values: [0.25, 0] },
      { name: 'Polite', values: [1, undefined] },
    ],
  })
  expect(singleValues(figures).map(({ name }) => name)).toEqual([
    'Same · hard',
    'Same · hard/long',
    'Polite · hard',
    'Polite · hard/long',
  ])
})
