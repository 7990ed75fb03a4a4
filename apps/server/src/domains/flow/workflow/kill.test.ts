import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Api } from '#testing/test-app.ts'
import { canvas, edge, endNode, greeting, param, ref, startNode, subNode } from '#testing/workflow-canvas.ts'
import { openProcesses } from '#testing/server-process.ts'

const account = { email: 'kill@example.test', password: 'correct horse 7' }
const ROUNDS = 3
const SIZE = 6

/** A bundle of workflows that call one another in a chain. */
function bundleOf(name: string): string {
  const workflows = Array.from({ length: SIZE }, (_, at) => ({
    id: String(9000 + at),
    name: `${name}-${at}`,
    description: '',
    flow_mode: 0,
    schema:
      at === SIZE - 1
        ? greeting()
        : canvas(
            [
              startNode(),
              subNode('3', String(9001 + at), 'v1.0.0', ref('100001', 'input')),
              endNode([param('output', ref('3', 'output'))]),
            ],
            [edge('100001', '3'), edge('3', '900001')],
          ),
  }))
  return JSON.stringify({ format: 'orrery.workflows', version: 1, root: '9000', workflows })
}

test('kill -9 in the middle of saving, publishing and importing leaves no partial write', async () => {
  const lab = await openProcesses()
  let server = await lab.start()
  let api: Api = lab.client(server.url)
  await api.passport.register(account)
  const space_id = (await api.space.create({ name: 'Kill' })).id
  const [saved, versioned] = await Promise.all(
    ['Saved', 'Versioned'].map(async (name) => (await api.workflow.create({ name, space_id })).workflow_id),
  )
  const acknowledged = { save: 0, publish: 0, imports: new Set<string>() }
  let [saves, publications, imports] = [0, 0, 0]

  for (let round = 0; round < ROUNDS; round += 1) {
    const life = { isUp: true }
    const until = async (work: () => Promise<void>) => {
      while (life.isUp) await work().catch(() => {})
    }
    const working = [
      until(async () => {
        const number = (saves += 1)
        await api.workflow.save({ workflow_id: saved!, schema: greeting(`s${number}`) })
        acknowledged.save = number
      }),
      until(async () => {
        const number = (publications += 1)
        await api.workflow.save({ workflow_id: versioned!, schema: greeting(`p${number}`) })
        await api.workflowVersion.publish({
          workflow_id: versioned!,
          force: true,
          workflow_version: `v0.0.${number}`,
        })
        acknowledged.publish = number
      }),
      until(async () => {
        const name = `B${(imports += 1)}`
        await api.workflowVersion.import({ space_id, bundle: bundleOf(name) })
        acknowledged.imports.add(name)
      }),
    ]
    // On any machine: at least one write of each kind has finished, and the next of each is in progress.
    const done = () => [acknowledged.save, acknowledged.publish, acknowledged.imports.size]
    const before = done()
    await vi.waitFor(() => done().forEach((count, kind) => expect(count).toBeGreaterThan(before[kind]!)))
    await sleep(round * 70)
    await server.kill()
    life.isUp = false
    await Promise.all(working)

    const { rows: drafts } = await lab.pool.query<{
      id: string
      schema: string
      version: string | null
      publish_commit_id: string | null
    }>('SELECT * FROM workflow')
    const draft = new Map(drafts.map((row) => [row.id, row]))
    const numberIn = (schema: string, letter: string) => Number(new RegExp(`"${letter}(\\d+)"`).exec(schema)?.[1] ?? 0)
    // Acknowledged writes are stored; unacknowledged ones are stored completely or not at all.
    const savedNumber = numberIn(draft.get(saved!)!.schema, 's')
    expect(savedNumber >= acknowledged.save && savedNumber <= saves).toBe(true)
    const { rows: commits } = await lab.pool.query<{ id: string; version: string; schema: string }>(
      'SELECT * FROM workflow_commit WHERE workflow_id = $1 AND type = 2 ORDER BY id',
      [versioned],
    )
    const newest = commits.at(-1)
    const row = draft.get(versioned!)!
    expect([row.version, row.publish_commit_id]).toEqual([newest?.version ?? null, newest?.id ?? null])
    for (const commit of commits) expect(numberIn(commit.schema, 'p')).toBe(Number(commit.version.split('.')[2]))
    expect(commits.map((commit) => commit.version)).toContain(`v0.0.${acknowledged.publish}`)
    const { rows: heads } = await lab.pool.query<{ id: string; name: string }>(
      "SELECT id, name FROM resource WHERE kind = 'workflow'",
    )
    const whole = new Map<string, number>()
    for (const { name, id } of heads) {
      expect(draft.has(id)).toBe(true)
      const file = /^(B\d+)-/.exec(name)?.[1]
      if (file) whole.set(file, (whole.get(file) ?? 0) + 1)
    }
    expect(new Set(whole.values())).toEqual(new Set(whole.size ? [SIZE] : []))
    for (const name of acknowledged.imports) expect(whole.get(name)).toBe(SIZE)
    for (const { schema } of drafts) {
      const called = /"workflowId":"(\d+)"/.exec(schema)?.[1]
      if (called) expect(draft.has(called)).toBe(true)
    }

    server = await lab.start()
    api = lab.client(server.url)
    await api.passport.login(account)
  }
  // A publication after the restart succeeds.
  publications += 1
  await api.workflowVersion.publish({
    workflow_id: versioned!,
    force: true,
    workflow_version: `v0.0.${publications}`,
  })
  await server.kill()
})
