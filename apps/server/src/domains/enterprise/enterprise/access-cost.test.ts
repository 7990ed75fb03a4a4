import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Counts the queries of one piece of work only, because scheduled jobs of the server run at the same time. */
const counted = new AsyncLocalStorage<{ queries: number }>()
let t: TestApp
let [ada, guest] = [{} as Person, {} as Person]
let [outside, inside] = ['', '']
beforeAll(async () => {
  t = await openTestApp()
  await t.register('owner')
  ;[ada, guest] = [await t.register('ada'), await t.register('guest')]
  const { enterprise_id } = await ada.api.enterprise.create({ name: 'Acme' })
  outside = (await ada.api.space.create({ name: 'Outside' })).id
  inside = (await ada.api.enterpriseSpaces.create({ enterprise_id, name: 'Inside' })).space_id
  await t.services.enterprises.addPerson(enterprise_id, { userId: guest.id, roles: ['Guest'] })
  await t.services.enterprises.changed(enterprise_id)
  for (const space_id of [outside, inside])
    await ada.api.space.addMembers({ space_id, member_info_list: [{ user_id: guest.id }] })
  const { pool } = t.infra.database
  const ask = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    const here = counted.getStore()
    if (here) here.queries += 1
    return ask(...args)
  }) as typeof pool.query
})

const queriesOf = (work: () => Promise<unknown>) => {
  const here = { queries: 0 }
  return counted.run(here, async () => {
    await work()
    return here.queries
  })
}
async function cost(who: Person, spaceId: string) {
  for (const topic of ['membership', 'enterprise']) await t.infra.bus.publish(topic, '*')
  const actor = { userId: who.id, isInstanceOwner: false, address: '127.0.0.1' }
  const check = () => t.services.access.require(actor, 'space', spaceId, 'view')
  return { cold: await queriesOf(check), warm: await queriesOf(check) }
}

test.each(['member', 'guest'])(
  'in a space of an enterprise, the access check of a %s needs one more query, which is cached',
  async (name) => {
    const who = name === 'guest' ? guest : ada
    const before = await cost(who, outside)
    expect(before.cold).toBeGreaterThan(0)
    expect(before.warm).toBe(0)
    expect(await cost(who, inside)).toEqual({ cold: before.cold + 1, warm: 0 })
  },
)
