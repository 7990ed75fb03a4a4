import { describe, expect, it } from 'vitest'
import { noRun, type RunSnapshot, type Step } from '../run-model.ts'
import { linesOf, mainPath } from './timeline-lines.ts'

const canvas = {
  nodes: [
    { id: '100001', type: '1', data: { nodeMeta: { title: 'Start' } } },
    { id: '7', type: '9', data: { nodeMeta: { title: 'Plan it' } } },
    { id: '21', type: '21', data: { nodeMeta: { title: 'Loop' } }, blocks: [{ id: '8', type: '15', data: {} }] },
    { id: '900001', type: '2', data: { nodeMeta: { title: 'End' } } },
    { id: '31', type: '31', data: {} },
  ],
}
const step = (path: string, offset: number, more: Partial<Step> = {}): Step => ({
  path,
  nodeId: path.split('/').at(-1)!,
  title: `called ${path}`,
  type: 'Text',
  state: 'done',
  offset,
  ms: 5,
  tokens: 0,
  depth: path.split('/').length - 1,
  input: '',
  output: '',
  error: '',
  ...more,
})
const run = (...steps: Step[]): RunSnapshot => ({
  ...noRun,
  phase: 'failed',
  executeId: '1',
  steps: new Map(steps.map((step) => [step.path, step])),
})
const round = (at: number) => `round ${at}`

describe('the timeline of a run', () => {
  it('nests steps of a called workflow under their node, and appends nodes that were not reached', () => {
    const lines = linesOf(run(step('7', 2), step('100001', 0), step('7/5', 3)), canvas, round, 0)
    expect(lines.map(({ title, level, state }) => [title, level, state])).toEqual([
      ['Start', 0, 'done'],
      ['Plan it', 0, 'done'],
      ['called 7/5', 1, 'done'],
      ['Loop', 0, 'skipped'],
      ['End', 0, 'skipped'],
    ])
  })
  it('does not confuse a step of a called workflow with a node of the same id', () => {
    const lines = linesOf(run(step('7', 0), step('7/100001', 1)), canvas, round, 0)
    const called = lines.find((line) => line.path === '7/100001')!
    expect([called.title, called.isOwn]).toEqual(['called 7/100001', false])
    expect(lines.some((line) => line.path === '100001')).toBe(true)
  })
  it('labels rounds, also inside a called workflow', () => {
    const lines = linesOf(run(step('21', 0), step('21#1/8', 1), step('7', 2), step('7/4#0/9', 3)), canvas, round, 0)
    expect(lines.filter((line) => line.note).map((line) => [line.path, line.note])).toEqual([
      ['21#1/8', 'round 2'],
      ['7/4#0/9', 'round 1'],
    ])
  })
  it('selects the failure that caused the others', () => {
    const failed = run(step('21', 0, { state: 'failed' }), step('21#1/8', 1, { state: 'failed' }), step('100001', 0))
    expect(mainPath(linesOf(failed, canvas, round, 0), failed)).toBe('21#1/8')
  })
})
