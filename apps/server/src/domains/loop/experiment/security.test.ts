import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createExperimentRepo } from './experiment.repo.ts'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { larkApp } from '#testing/lark-base.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Attacks on evaluation calls, numbered as in the list of attacks. */
let t: TestApp
let owner: Person
let stranger: Person
let space_id: string
let foreign: string
let set: string
let same: string
let made = 0
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  stranger = await t.register('stranger')
  space_id = (await owner.api.space.create({ name: 'Ours' })).id
  foreign = (await stranger.api.space.create({ name: 'Theirs' })).id
  set = await dataset([{ input: 'a', output: '=cmd|calc', reference_output: 'a' }])
  same = await version({ builtin_evaluator: { kind: 'similarity', metric: 'exact' } })
})
const name = (word: string) => `${word} ${(made += 1)}`
async function dataset(rows: Record<string, string>[]): Promise<string> {
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: name('Set'),
    evaluation_set_schema: { field_schemas: Object.keys(rows[0]!).map((one) => ({ name: one })) },
  })
  const items = rows.map((row) => ({
    turns: [{ field_data_list: Object.entries(row).map(([key, text]) => ({ name: key, content: { text } })) }],
  }))
  await owner.api.evaluationSet.addItems({ space_id, evaluation_set_id, items })
  return evaluation_set_id
}
async function version(evaluator_content: object): Promise<string> {
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: { space_id, name: name('Evaluator'), current_version: { evaluator_content } },
  } as never)
  const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  return evaluator.current_version!.id
}
async function ended(evaluators = [same], eval_set_id = set) {
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: name('Run'),
    eval_set_id,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: evaluators,
  })
  await t.services.experiments.run(experiment.id)
  return experiment.id
}
const python = (code: string) => version({ code_evaluator: { language_type: 1, code } })
const script = (code: string) => version({ code_evaluator: { language_type: 2, code } })
async function outcomes(id: string) {
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [id] })
  return item_results.map(({ turn_results }) => {
    const { evaluator_output, system_info } = turn_results[0]!.experiment_results[0]!.payload!
    const [record] = Object.values(evaluator_output.evaluator_records)
    const given = record?.evaluator_output_data
    return given?.evaluator_result?.score ?? given?.evaluator_run_error?.message ?? system_info.error?.message
  })
}

test('13, 14: ids of another space give the same answer as ids that do not exist', async () => {
  const [one, two] = [await ended(), await ended()]
  const parts = {
    space_id,
    eval_set_id: set,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: [same],
  }
  const { plan } = await owner.api.evaluationPlan.save({ ...parts, name: 'Ours' })
  const { pairwise } = await owner.api.pairwise.start({ space_id, experiment_ids: [one, two] })
  const { evaluators } = await owner.api.evaluator.list({ space_id })
  const evaluator_id = evaluators[0]!.evaluator_id
  const { api } = stranger
  type Ids = { run: string; other: string; plan: string; pair: string; evaluator: string; version: string }
  const tries = (space: string, ids: Ids) => [
    () => api.experiment.events({ space_id: space, expt_id: ids.run }),
    () => api.evaluationTable.state({ space_id: space, case_id: ids.run, task_id: ids.run }),
    () => api.evaluationTable.push({ space_id: space, case_id: ids.run, task_id: ids.run }),
    () => api.evaluationTable.pull({ space_id: space, case_id: ids.run, task_id: ids.run }),
    () => api.evaluationPlan.run({ space_id: space, plan_id: ids.plan }),
    () => api.evaluationPlan.schedule({ space_id: space, plan_id: ids.plan, cron: '0 3 * * *' }),
    () => api.evaluationPlan.remove({ space_id: space, plan_id: ids.plan }),
    () => api.pairwise.get({ space_id: space, pairwise_id: ids.pair }),
    () => api.pairwise.last({ space_id: space, first_id: ids.run, second_id: ids.other }),
    () => api.pairwise.start({ space_id: space, experiment_ids: [ids.run, ids.other] }),
    () => api.evaluator.card({ space_id: space, evaluator_id: ids.evaluator }),
    () => api.evaluationPlan.save({ ...parts, space_id: space, name: 'Theirs', evaluator_version_ids: [ids.version] }),
  ]
  const said = (call: () => Promise<unknown>) =>
    call().then(
      (answer) => (answer instanceof Response ? String(answer.status) : JSON.stringify(answer)),
      (error: Error) => error.message.replaceAll(/\d{6,}|99\d/g, 'N'),
    )
  const ours: Ids = { run: one, other: two, plan: plan.id, pair: pairwise.id, evaluator: evaluator_id, version: same }
  const none: Ids = { run: '991', other: '992', plan: '993', pair: '994', evaluator: '995', version: '996' }
  for (const space of [foreign, space_id])
    for (const [at, call] of tries(space, ours).entries()) {
      const answer = await said(call)
      expect(answer).toBe(await said(tries(space, none)[at]!))
      expect(answer).toMatch(/doesn't exist|404|does not exist|not found/i)
    }
  expect((await owner.api.evaluationPlan.list({ space_id })).plans).toHaveLength(1)
})
test('15, 24: callers cannot set server-controlled fields, and a batch read returns only their own ids', async () => {
  const mine = await ended()
  const saved = await owner.api.evaluationPlan.save({
    space_id,
    eval_set_id: set,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: [same],
    name: 'Mine',
    ...({ id: mine, created_by: stranger.id, created_at: '1', is_gate: true, can_delete: false } as object),
  })
  expect(saved.plan.id).not.toBe(mine)
  expect(saved.plan).toMatchObject({ created_by: { id: owner.id }, is_gate: false, can_delete: true })
  const expt_ids = [mine, ...Array.from({ length: 99 }, (_, n) => String(1000 + n))]
  const { experiments } = await owner.api.experiment.getMany({ space_id, expt_ids })
  expect(experiments.map(({ id }) => id)).toEqual([mine])
  expect((await stranger.api.experiment.getMany({ space_id: foreign, expt_ids })).experiments).toEqual([])
})
test('16: read access does not permit running, stopping, retrying, correcting or exporting', async () => {
  const member = await t.register('member')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  const id = await ended()
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [id] })
  const { evaluator_records } = item_results[0]!.turn_results[0]!.experiment_results[0]!.payload!.evaluator_output
  const [record] = Object.values(evaluator_records)
  const at = { space_id, expt_id: id }
  const tries = (api: Person['api']) => [
    () => api.experiment.retry({ ...at, retry_mode: 1 }),
    () => api.experiment.kill(at),
    () => api.experiment.clone(at),
    () => api.experiment.removeMany({ space_id, expt_ids: [id] }),
    () => api.experimentResult.export({ space_id, experiment_ids: [id], format: 'csv' }),
    () =>
      api.experimentResult.correct({
        space_id,
        evaluator_record_id: record!.id,
        correction: { score: 1, explain: '' },
      }),
  ]
  const answered = (call: () => Promise<unknown>) =>
    call().then(
      (answer) => (answer instanceof Response ? answer.status : 200),
      ({ status }: { status: number }) => status,
    )
  for (const call of tries(stranger.api)) expect(await answered(call)).toBe(404)
  // A member may run an experiment, but not delete one of somebody else.
  const code = ErrorCode.experiment.notYours
  await expect(member.api.experiment.removeMany({ space_id, expt_ids: [id] })).rejects.toMatchObject({ code })
  await member.api.experiment.clone(at)
  const who = { space_id, user_id: member.id, space_role_type: 3 as const }
  await owner.api.space.updateMember({ ...who, is_tester: true })
  const [retry, kill, clone, remove] = tries(member.api)
  for (const call of [retry!, kill!, clone!, remove!]) expect(await answered(call)).toBe(403)
  // A person who has left the space is an outsider.
  await owner.api.space.removeMember({ space_id, remove_user_id: member.id })
  for (const call of tries(member.api)) expect(await answered(call)).toBe(404)
  expect(await outcomes(id)).toEqual([0])
})
test('26, 27, 29, 30, 38: code of an evaluator cannot reach the host, and rows do not affect each other', async () => {
  const rows = await dataset(
    ['fine', 'exit', 'raise', 'odd', 'fine too'].map((output) => ({ input: 'a', output, reference_output: 'a' })),
  )
  const careless = await python(`def evaluate(fields):
    if fields["output"] == "exit":
        raise SystemExit(3)
    if fields["output"] == "raise":
        raise ValueError("not this one")
    if fields["output"] == "odd":
        return {"score": object()}
    return 1`)
  expect(await outcomes(await ended([careless], rows))).toEqual([
    1,
    expect.stringMatching(/^SystemExit: 3 \(line 3\)\nTraceback/),
    expect.stringMatching(/^ValueError: not this one \(line 5\)\nTraceback/),
    expect.stringMatching(/^TypeError: .*JSON serializable/),
    1,
  ])
  const curious = [
    await python(`def evaluate(fields):
    import os
    return 1 if [name for name in os.environ if "DATABASE" in name or "SECRET" in name] else 0`),
    await python(`def evaluate(fields):
    import socket
    try:
        socket.create_connection(("127.0.0.1", 5432), timeout=1)
        return 1
    except BaseException:
        return 0`),
    await script(`function evaluate() {
      try { return evaluate.constructor('return process')().env ? 1 : 0 } catch { return 0 }
    }`),
    await script(`function evaluate() {
      try { return require('fs').readFileSync('/etc/passwd').length ? 1 : 0 } catch { return 0 }
    }`),
  ]
  for (const one of curious) expect(await outcomes(await ended([one]))).toEqual([0])
})
test('26, 27, 29: no escape reaches the host, its files, its environment or the network', async () => {
  const escapes = [
    `this.constructor.constructor('return process')().pid`,
    `(async function* () {}).constructor('return process')().pid`,
    `\u0065val('proc' + 'ess').pid`,
    'new Proxy({}, {}).constructor.constructor(`return proc${"ess"}`)().pid',
    `Error.prepareStackTrace = (_, sites) => sites[0].getThis().process.pid, new Error().stack`,
    `globalThis.process.binding('fs').pid`,
    `import('node:fs').readFileSync('/etc/passwd')`,
    `fetch('http://127.0.0.1').status`,
    `WebAssembly.Module.constructor('return process')().pid`,
    `Symbol.constructor('return globalThis')().process.pid`,
  ]
  const tried = (code: string) =>
    script(`function evaluate() { try { return Number.isFinite(Number(${code})) ? 1 : 0 } catch { return 0 } }`)
  const scripts = await Promise.all(escapes.map(tried))
  const { item_results } = await owner.api.experimentResult.rows({
    space_id,
    experiment_ids: [await ended(scripts)],
  })
  const given = Object.values(
    item_results[0]!.turn_results[0]!.experiment_results[0]!.payload!.evaluator_output.evaluator_records,
  ).map(({ evaluator_output_data: data }) => data.evaluator_result?.score ?? data.evaluator_run_error?.message)
  expect(given).toHaveLength(escapes.length)
  // Each escape is refused, fails its row, or has no effect; none succeeds.
  expect(given.filter((one) => one === 1)).toEqual([])
  // Everything that Python code might read or reach outside its sandbox.
  const reached = await python(`def evaluate(fields):
    import os, ctypes, subprocess, sys
    found = []
    def tried(name, call):
        try:
            call()
            found.append(name)
        except BaseException:
            pass
    def listed(path):
        if [n for n in os.listdir(path) if n not in ('.', '..')]: return
        raise OSError()
    tried('data', lambda: open('/proc/1/environ', 'rb').read(1)[0])
    tried('write', lambda: open('/usr/evaluator', 'w').close())
    tried('shadow', lambda: open('/etc/shadow').read())
    tried('unix', lambda: __import__('socket').socket(1, 1).connect('/var/run/docker.sock'))
    tried('net', lambda: __import__('socket').create_connection(('127.0.0.1', 5432), 1))
    tried('env', lambda: [os.environ[n] for n in ('DATABASE_URL',)])
    tried('frames', lambda: [f for f in sys._current_frames().values() if 'secret' in str(f.f_globals.get('SECRET', ''))][0])
    return {"score": 0 if not found else 1, "reason": ','.join(found)}`)
  expect(await outcomes(await ended([reached]))).toEqual([0])
})
test('30: any return value of code is a score, or fails its row with a reason', async () => {
  const words = ['cycle', 'function', 'bigint', 'nan', 'infinite', 'proto', 'getter', 'large', 'nothing', 'fine']
  const rows = await dataset(words.map((output) => ({ input: 'a', output, reference_output: 'a' })))
  const odd = await script(`function evaluate({ output }) {
    const cycle = { score: 1 }; cycle.self = cycle
    if (output === 'cycle') return cycle
    if (output === 'function') return { score: () => 1 }
    if (output === 'bigint') return { score: 10n }
    if (output === 'nan') return NaN
    if (output === 'infinite') return 1 / 0
    if (output === 'proto') return JSON.parse('{"__proto__":{"score":1,"polluted":true}}')
    if (output === 'getter') return { get score() { throw new Error('no score for you') } }
    if (output === 'large') return { score: 1, reason: 'x'.repeat(50 * 1024 * 1024) }
    if (output === 'nothing') return undefined
    return 1
  }`)
  const given = await outcomes(await ended([odd], rows))
  expect(given.at(-1)).toBe(1)
  const isScore = (one: unknown) => typeof one === 'number' && one >= 0 && one <= 1
  for (const [at, one] of given.entries())
    expect(isScore(one) || (typeof one === 'string' && one.length > 0 && one.length < 5000), words[at]).toBe(true)
  for (const word of ['function', 'nan', 'infinite', 'getter', 'nothing'])
    expect(given[words.indexOf(word)], word).toEqual(expect.any(String))
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
test('28: endless or greedy code fails its row with a reason, and the other rows are scored', async () => {
  // Shorten the time limit: the 30 seconds of a batch are tested in kinds/limits.test.ts.
  t.infra.config.mostCodeMs = 2000
  onTestFinished(() => void delete t.infra.config.mostCodeMs)
  const rows = (words: string[]) => dataset(words.map((output) => ({ input: 'a', output, reference_output: 'a' })))
  const wild = await script(`function evaluate({ output }) {
    const all = []
    const deep = (n) => deep(n + 1) + 1
    if (output === 'loop') for (;;);
    if (output === 'memory') for (;;) all.push(new Uint8Array(1e7).fill(1))
    if (output === 'deep') return deep(0)
    if (output === 'array') return new Array(1e9).fill(1).length
    if (output === 'loud') { for (let n = 0; n < 1e5; n += 1) console.log('x'.repeat(1000)); return 1 }
    return 1
  }`)
  const words = ['fine', 'loop', 'memory', 'deep', 'array', 'loud', 'fine']
  const scored = await outcomes(await ended([wild], await rows(words)))
  expect([scored[0], scored[6]]).toEqual([1, 1])
  for (const at of [1, 2, 3, 4]) expect(scored[at], words[at]).toEqual(expect.stringMatching(/\w/))
  // Output is truncated: the row is scored, or fails because it printed too much.
  expect(scored[5] === 1 || typeof scored[5] === 'string').toBe(true)
  const greedy = await python(`def evaluate(fields):
    import os
    if fields["output"] == "memory":
        a = []
        while True: a.append([1] * 100000)
    if fields["output"] == "fork":
        while True: os.fork()
    if fields["output"] == "deep":
        def deep(n): return deep(n + 1) + 1
        return deep(0)
    return 1`)
  const python_words = ['fine', 'memory', 'fork', 'deep', 'fine']
  const given = await outcomes(await ended([greedy], await rows(python_words)))
  expect([given[0], given[4]]).toEqual([1, 1])
  for (const at of [1, 2, 3]) expect(given[at], python_words[at]).toEqual(expect.stringMatching(/\w/))
  const endless = await python('def evaluate(fields):\n    while True: pass')
  expect(await outcomes(await ended([endless], await rows(['x'])))).toEqual([expect.stringMatching(/longer|time/i)])
})
test('33: a regular expression that never finishes fails only its row', async () => {
  const rows = await dataset([{ input: 'a', output: `${'a'.repeat(40)}!`, reference_output: 'a' }])
  const costly = await version({ builtin_evaluator: { kind: 'rule', rule: 'regex', contents: ['^(a+)+$'] } })
  const [outcome] = await outcomes(await ended([costly], rows))
  expect(outcome === 0 || /longer than 2 s/.test(String(outcome))).toBe(true)
})
test('39, 40, 48: a Lark table uses only public addresses, and errors do not show which ports are open', async () => {
  const listening = await openFarEnd(() => ({ body: {} }))
  afterFile(() => listening.close())
  const id = await ended()
  const of = { space_id, case_id: id, task_id: id }
  async function problemOf(base_url: string): Promise<string> {
    const settings = { space_id, ...larkApp, platform: 'lark' as const, base_url }
    const refused = await owner.api.promptLark.saveSettings(settings).then(
      () => '',
      ({ message }: Error) => message,
    )
    if (refused) return refused
    await owner.api.evaluationTable.push({ ...of, destination: 'lark' })
    await t.services.resultTables.run(id)
    const { export_status, problem } = await owner.api.evaluationTable.state(of)
    expect(export_status).toBe(3)
    return problem.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
  }
  const open = await problemOf(listening.url)
  expect(open).not.toBe('')
  const closed = await openFarEnd(() => ({ body: {} }))
  await closed.close()
  expect(await problemOf(closed.url)).toBe(open)
  for (const address of ['http://169.254.169.254', 'http://[::1]:5432', 'http://2130706433', 'http://0x7f.1'])
    expect(await problemOf(address)).not.toMatch(/^$|ECONN|timed? ?out/i)
})
test('54: exported cells that begin like formulas are escaped', async () => {
  const id = await ended()
  const response = await owner.api.experimentResult.export({ space_id, experiment_ids: [id], format: 'csv' })
  expect(await (response as Response).text()).toContain("'=cmd|calc")
  const { download_url } = await owner.api.evaluationReport.file({ space_id, any: 'x', source_id: id })
  const { pathname, search } = new URL(download_url, 'http://here')
  expect(await (await t.request(pathname + search)).text()).toContain("'=cmd|calc")
})
test('73: two workers on one experiment or table produce its results once', async () => {
  const rows = await dataset(
    Array.from({ length: 30 }, (_, n) => ({ input: `${n}`, output: `${n}`, reference_output: `${n}` })),
  )
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: name('Both'),
    eval_set_id: rows,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: [same],
  })
  const { id } = experiment
  await Promise.all([t.services.experiments.run(id), t.services.experiments.run(id)])
  const { experiments } = await owner.api.experiment.getMany({ space_id, expt_ids: [id] })
  expect(experiments[0]).toMatchObject({ status: ExperimentStatus.success, expt_stats: { success_turn_cnt: 30 } })
  const of = { space_id, case_id: id, task_id: id }
  await owner.api.evaluationTable.push({ ...of, destination: 'space' })
  await Promise.all([t.services.resultTables.run(id), t.services.resultTables.run(id)])
  const { app_token } = await owner.api.evaluationTable.state(of)
  const { data } = await owner.api.database.records({ database_id: app_token, table_type: 2, limit: 100 })
  expect(data).toHaveLength(30)
})
test('75, 81: a space with too many waiting experiments is refused, and page sizes out of range are clamped', async () => {
  const { db } = t.infra.database
  const id = await ended()
  await db.execute(`INSERT INTO experiment SELECT (jsonb_populate_record(e, jsonb_build_object(
    'id', 5000 + n, 'name', 'Waits ' || n, 'status', 2))).* FROM experiment e, generate_series(1, 200) n WHERE e.id = ${id}`)
  await expect(ended()).rejects.toMatchObject({ code: ErrorCode.experiment.tooMany })
  // The first experiment of another space comes before the second of this space.
  await db.execute(`INSERT INTO experiment SELECT (jsonb_populate_record(e, jsonb_build_object(
    'id', 5300, 'name', 'Theirs', 'space_id', ${foreign}, 'status', 2, 'lease_until', 0, 'updated_at', 0))).*
    FROM experiment e WHERE e.id = ${id}`)
  const repo = createExperimentRepo(db, t.infra.clock)
  const line = await repo.lease.unfinished()
  expect(line.findIndex((one) => one.id === '5300')).toBeLessThanOrEqual(1)
  // A long-running experiment of this space yields to it.
  expect(await repo.doOthersWait(space_id)).toBe(true)
  await db.execute('DELETE FROM experiment WHERE id = 5300')
  expect(await repo.doOthersWait(space_id)).toBe(false)
  // A waiting experiment is stopped at once.
  await owner.api.experiment.kill({ space_id, expt_id: '5001' })
  const { experiments } = await owner.api.experiment.getMany({ space_id, expt_ids: ['5001'] })
  expect(experiments[0]!.status).toBe(ExperimentStatus.terminated)
  await db.execute('DELETE FROM experiment WHERE id BETWEEN 5001 AND 5200')
  for (const page_size of [0, -1, 1e9])
    expect((await owner.api.evaluationPlan.list({ space_id, page_size })).plans.length).toBeLessThanOrEqual(100)
  const forged = await owner.api.evaluationPlan.list({ space_id, cursor: '1' })
  expect(forged.plans).toEqual([])
  // The other paginated lists.
  const { api } = owner
  for (const page_size of [0, -1, 1e9]) {
    const at = { space_id, page_size }
    const asked = [
      () => api.experiment.list(at),
      () => api.evaluator.list(at),
      () => api.experimentResult.rows({ ...at, experiment_ids: [id] }),
      () => api.evaluationLabel.list(at),
      () => api.evaluationReport.charts({ space_id, case_id: id, task_id: id, limit: page_size }),
      () => api.evaluationCase.list({ space_id, limit: page_size } as never),
    ]
    for (const call of asked) {
      const answer = await call().then(
        (found) => Math.max(0, ...Object.values(found).map((one) => (Array.isArray(one) ? one.length : 0))),
        ({ status }: { status: number }) => (status >= 400 && status < 500 ? 0 : Number.NaN),
      )
      expect(answer).toBeLessThanOrEqual(200)
    }
  }
})
