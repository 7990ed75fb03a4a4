import { expect, test } from 'vitest'
import { chain, end, int, listOf, llm, loop, node, params, start, str, subWorkflow, vars } from '#testing/canvas.ts'
import { dependenciesOf, mapDependencies } from './dependencies.ts'

const canvas = chain(
  start(),
  subWorkflow('10', 'w1', {}, [], { workflowVersion: 'v1.0.0' }),
  node('4', '11', { apiParam: params({ pluginID: str('p1'), apiID: str('t1'), pluginVersion: str('v2') }) }),
  node('6', '12', { datasetParam: params({ datasetList: listOf('string', '["k1","k2"]') }) }),
  node('43', '13', { databaseInfoList: [{ databaseInfoID: 'd1' }] }),
  llm('14', 'x', {}, vars('output'), {
    fcParam: {
      workflowFCParam: { workflowList: [{ workflow_id: 'w2', workflow_version: '' }] },
      pluginFCParam: { pluginList: [{ plugin_id: 'p2', api_id: 't2' }] },
      knowledgeFCParam: { knowledgeList: [{ id: 'k3' }] },
    },
  }),
  node('22', '15', { llmParam: { modelType: 9 }, intents: [] }),
  loop('20', 'count', { count: int('1'), blocks: [subWorkflow('21', 'w3', {}, [])], lines: ['in>21>out'] }),
  node('34', '16', { meta: { workflowId: 'w4' } }),
  end(),
)

test('every dependency of a canvas is listed with its node', () => {
  expect(
    dependenciesOf(canvas).map((dependency) =>
      `${dependency.nodeId} ${dependency.kind} ${dependency.id} ${dependency.version}`.trim(),
    ),
  ).toEqual([
    '10 workflow w1 v1.0.0',
    '11 plugin p1 v2',
    '11 tool t1 v2',
    '12 knowledge k1',
    '12 knowledge k2',
    '13 database d1',
    '14 model 7',
    '14 workflow w2',
    '14 plugin p2',
    '14 tool t2',
    '14 knowledge k3',
    '15 model 9',
    '21 workflow w3',
    '16 workflow w4',
  ])
})

test('ids are replaced in a copy; an id without a replacement stays', () => {
  const before = JSON.stringify(canvas)
  const mapped = mapDependencies({ ...canvas }, ({ kind, id }) => (kind === 'model' ? undefined : `new-${id}`))
  expect(dependenciesOf(mapped).map((dependency) => dependency.id)).toEqual(
    dependenciesOf(canvas).map((dependency) => (dependency.kind === 'model' ? dependency.id : `new-${dependency.id}`)),
  )
  expect(JSON.stringify(canvas)).toBe(before)
})

test('listing the dependencies of malformed input does not throw', () => {
  for (const odd of [null, 5, {}, { nodes: 'x' }, { nodes: [null, 1, { data: { inputs: [] } }] }])
    expect(dependenciesOf(odd)).toEqual([])
})
