import { afterFile } from '#testing/after-file.ts'
import { openChatLab } from '#testing/chat-lab.ts'
import { type FarRequest, openFarEnd } from '#testing/far-end.ts'
import type { Person } from '#testing/test-app.ts'

/** Programs of the space: one answers, one scores, one lists its objects. */
const programs: Record<string, (body: Record<string, unknown>) => object> = {
  '/answer': ({ input }) => ({ output: `Echo: ${String(input)}`, usage: { input_tokens: 3, output_tokens: 5 } }),
  '/score': ({ output }) => ({ score: String(output).length > 6 ? 1 : 0, reason: 'by length' }),
  '/find': () => ({ objects: [{ object_meta_id: 'x1', name: 'Agent one' }], has_more: false }),
}
let made = 0
export const unique = (word: string) => `${word} ${(made += 1)}`
export const contains = (word: string) => ({
  evaluator_type: 10_004,
  process_type: 4,
  name: `Says ${word}`,
  buildin_func_rule: { contents: [word] },
})
export const same = {
  evaluator_type: 10_000,
  process_type: 4,
  name: 'Same',
  buildin_func_rule: { contents: ['{{reference_output}}'] },
}
/** An evaluation object whose outputs are already in a dataset. */
export const stored = (dataset_id: string) => ({
  object_type: 7,
  eval_result_dataset_collection: { items: [{ dataset_id }] },
})

/** Opens a space with three people, an external server, and helpers for the first API version. */
export async function openFirstLab(allow: string[] = []) {
  const asked: FarRequest[] = []
  const far = await openFarEnd((request) => {
    asked.push(request)
    const body = JSON.parse(request.body.toString() || '{}') as { params?: object; method?: string; id?: string }
    if (request.path === '/rpc')
      return { body: { jsonrpc: '2.0', id: body.id, result: { score: 0.5, reason: body.method } } }
    return { body: programs[request.path]!(body as Record<string, unknown>) }
  })
  afterFile(() => far.close())
  const lab = await openChatLab({ allow: [far.host, ...allow] })
  const { owner, spaceId: space_id } = lab
  const member = await lab.t.register('member')
  const outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  return {
    lab,
    owner,
    member,
    outsider,
    space_id,
    far,
    asked,
    async ruleGroup(rules: Parameters<Person['api']['evaluationRule']['addMany']>[0]['rules']) {
      const { rule_group } = await owner.api.evaluationRule.create({
        space_id,
        name: unique('Rules'),
        publish_to_rule_group: true,
      })
      const added = await owner.api.evaluationRule.addMany({ space_id, rule_group_id: rule_group.meta.id, rules })
      return { id: rule_group.meta.id, rules: added.rules }
    },
    /** Creates a dataset of questions with expected answers; tags identify the rows. */
    async dataset(rows: string[][], columns = ['input', 'output'], tags: string[][] = []) {
      const { dataset_id } = await owner.api.evaluationFirstSet.create({
        space_id,
        name: unique('Set'),
        column_schema: columns.map((name) => ({ name })),
        row_groups: rows.map((cells, at) => ({ rows: [{ cells }], tags: tags[at] ?? [] })),
      })
      return dataset_id
    },
    async plan(more: {
      dataset_id: string
      rules: string
      object: Parameters<Person['api']['evaluationCase']['create']>[0]['eval_object']
    }) {
      const { case: plan } = await owner.api.evaluationCase.create({
        space_id,
        name: unique('Plan'),
        eval_object: more.object,
      })
      const of = { space_id, case_id: plan.id }
      await owner.api.evaluationCase.bindSet({ ...of, dataset_id: more.dataset_id })
      await owner.api.evaluationCase.bindEvaluators({ ...of, mode: 1, scope: 1, rule_group_id: more.rules })
      return plan.id
    },
    async run(case_id: string, more: object = {}) {
      const started = await owner.api.evaluationCase.run({ space_id, case_id, ...more })
      for (const id of started.task_ids) await lab.t.services.experiments.run(id)
      return started.task_ids
    },
    taskOf: async (case_id: string, task_id: string) =>
      (await owner.api.evaluationTask.get({ space_id, case_id, task_id })).task,
  }
}
export type FirstLab = Awaited<ReturnType<typeof openFirstLab>>
