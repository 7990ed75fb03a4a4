import { type ChatLab, openChatLab } from './chat-lab.ts'
import { type Person, testPassword } from './test-app.ts'
import { greeting } from './workflow-canvas.ts'

/** A space in which resources are deleted, restored and permanently deleted. */
export interface BinLab extends ChatLab {
  remove(id: string, who?: Person, space?: string): Promise<unknown[]>
  restore(id: string, who?: Person, space?: string): ReturnType<Person['api']['bin']['restore']>
  purge(id: string, who?: Person, space?: string): Promise<unknown>
  binned(space?: string, who?: Person): Promise<Awaited<ReturnType<Person['api']['bin']['list']>>['items']>
  /** Advances the clock, and signs the owner in again. */
  later(ms: number): Promise<void>
  /** A published workflow that returns a greeting. */
  published(name?: string): Promise<string>
  rows(sql: string, values: unknown[]): Promise<unknown[]>
}

export async function openBinLab(): Promise<BinLab> {
  const lab = await openChatLab()
  const { owner, spaceId } = lab
  return {
    ...lab,
    remove: async (id, who = owner, space = spaceId) =>
      (await who.api.bundle.removeMany({ space_id: space, ids: [id] })).failed,
    restore: (id, who = owner, space = spaceId) => who.api.bin.restore({ space_id: space, res_id: id }),
    purge: (id, who = owner, space = spaceId) => who.api.bin.remove({ space_id: space, res_id: id }),
    binned: async (space = spaceId, who = owner) => (await who.api.bin.list({ space_id: space })).items,
    async later(ms) {
      lab.t.clock.advance(ms)
      await owner.api.passport.login({ email: owner.email, password: testPassword })
    },
    async published(name = 'make_greeting') {
      const { workflow_id } = await owner.api.workflow.create({ name, desc: `Runs ${name}`, space_id: spaceId })
      await owner.api.workflow.save({ workflow_id, schema: greeting() })
      await owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
      return workflow_id
    },
    rows: async (sql, values) => (await lab.t.infra.database.pool.query(sql, values)).rows,
  }
}
