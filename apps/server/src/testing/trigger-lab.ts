import { expect } from 'vitest'
import { openTestApp, type Person, type TestApp } from './test-app.ts'
import { greeting } from './workflow-canvas.ts'

type Save = Parameters<Person['api']['workflowTrigger']['save']>[0]
type Firings = Awaited<ReturnType<Person['api']['workflowTrigger']['history']>>['list']
type Triggers = Awaited<ReturnType<Person['api']['workflowTrigger']['list']>>['trigger_list']
export interface TriggerLab {
  t: TestApp
  /** Owns the space and its workflows. */
  me: Person
  member: Person
  outsider: Person
  spaceId: string
  /** Creates and publishes a workflow, by default one that returns a greeting. */
  published(schema?: string, name?: string): Promise<string>
  save(
    workflowId: string,
    kind: Save['event_id'],
    config: object,
    more?: Partial<Save>,
    who?: Person,
  ): ReturnType<Person['api']['workflowTrigger']['save']>
  list(workflowId: string): Promise<Triggers>
  history(triggerId: string, more?: object): Promise<Firings>
  /** Waits until the only run started by a trigger has this status. */
  ended(triggerId: string, status: number): Promise<void>
}

/** A space with workflows and people, to test what starts the workflows. */
export async function openTriggerLab(): Promise<TriggerLab> {
  const t = await openTestApp()
  const [me, member, outsider] = [await t.register('me'), await t.register('member'), await t.register('outsider')]
  const spaceId = (await me.api.space.create({ name: 'Triggers' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  const history: TriggerLab['history'] = async (trigger_id, more = {}) =>
    (await me.api.workflowTrigger.history({ trigger_id, ...more })).list
  return {
    t,
    me,
    member,
    outsider,
    spaceId,
    history,
    async published(schema = greeting(), name = 'Flow') {
      const { workflow_id } = await me.api.workflow.create({ name, space_id: spaceId })
      await me.api.workflow.save({ workflow_id, schema })
      await me.api.workflowVersion.publish({ workflow_id, force: true })
      return workflow_id
    },
    save: (workflow_id, event_id, config, more = {}, who = me) =>
      who.api.workflowTrigger.save({ workflow_id, event_id, config: JSON.stringify(config), ...more }),
    list: async (workflow_id) => (await me.api.workflowTrigger.list({ workflow_id })).trigger_list,
    ended: (triggerId, status) =>
      expect.poll(async () => (await history(triggerId)).map((item) => item.status)).toEqual([status]),
  }
}
