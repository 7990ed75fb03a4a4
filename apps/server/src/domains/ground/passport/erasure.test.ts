import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReply } from '#testing/chat-lab.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

let t: TestApp
let keeper: Person
beforeAll(async () => {
  t = await openTestApp()
  await t.startJobs()
  keeper = await t.register('keeper')
})
const erase = (who: Person, more: object = {}) => who.api.passport.erase({ password: testPassword, ...more })
const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await t.infra.database.pool.query<T>(sql, values)).rows
async function team(owner: Person, ...members: Person[]) {
  const space_id = (await owner.api.space.create({ name: 'Shared work' })).id
  await owner.api.space.addMembers({ space_id, member_info_list: members.map(({ id }) => ({ user_id: id })) })
  return space_id
}
async function uploaded(who: Person, text: string) {
  const data = Buffer.from(text).toString('base64')
  return (await who.api.upload.file({ file_head: { file_type: 'txt', biz_type: 6 }, data })).upload_uri
}

/** Every column of every table that contains the text, except the excluded ones. */
async function placesOf(text: string, except: RegExp): Promise<string[]> {
  const tables = await query<{ name: string; columns: string[] }>(
    `SELECT table_schema || '.' || table_name AS name, array_agg(column_name::text) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE (table_schema = 'public' OR table_schema LIKE 'space\\_%') AND table_type = 'BASE TABLE' GROUP BY 1`,
  )
  const found: string[] = []
  for (const { name, columns } of tables) {
    const kept = columns.filter((column) => !except.test(`${name}.${column}`))
    const counts = kept.map((column) => `count(*) FILTER (WHERE strpos("${column}"::text, $1) > 0)::int AS "${column}"`)
    if (!counts.length) continue
    const [row] = await query<Record<string, number>>(`SELECT ${counts.join(', ')} FROM ${name}`, [text])
    found.push(...kept.filter((column) => row![column]! > 0).map((column) => `${name}.${column}`))
  }
  return found
}
/** Author columns of rows that stay and refer to the anonymised account. */
const makers =
  /\.(created_by|saved_by|edited_by|updated_by|added_by|actor_id)$|^public\.audit_event\.target$|^public\.(app_user|erasure)\./

describe('erasing an account', () => {
  test('needs the password, and wrong passwords are counted', async () => {
    const person = await t.register('guessed')
    await expect(person.api.passport.erase({ password: 'not this one' })).rejects.toMatchObject({
      code: ErrorCode.passport.wrongPassword,
    })
    for (let n = 0; n < 9; n += 1) await person.api.passport.erase({ password: `wrong ${n}` }).catch(() => {})
    await expect(erase(person)).rejects.toMatchObject({ code: ErrorCode.passport.locked })
    expect((await person.api.passport.accountInfo({})).email).toBe(person.email)
  })

  test('is refused while others work in a space of the person, and possible after the space is transferred', async () => {
    const [person, other] = [await t.register('teamowner'), await t.register('teammate')]
    const spaceId = await team(person, other)
    const lonely = (await person.api.space.create({ name: 'Alone here' })).id
    expect(await person.api.passport.eraseCheck({})).toEqual({
      check_status: 1,
      teams: [{ id: spaceId, name: 'Shared work' }],
      needs_successor: false,
    })
    await expect(erase(person)).rejects.toMatchObject({
      code: ErrorCode.passport.ownsTeams,
      message: expect.stringContaining('Shared work'),
    })
    await person.api.space.transfer({ space_id: spaceId, transfer_user_id: other.id })
    expect((await person.api.passport.eraseCheck({})).check_status).toBe(0)
    await erase(person)
    expect(await query('SELECT FROM space WHERE id = $1', [lonely])).toEqual([])
    const { member_info_list: members } = await other.api.space.members({ space_id: spaceId, page: 1, size: 10 })
    expect(members.map((member) => member.user_id)).toEqual([other.id])
  })

  test('ends every session and token, and frees the address for a new account without any old data', async () => {
    const person = await t.register('again')
    const second = t.apiWith({ cookie: person.cookie() })
    const { token } = await person.api.token.create({ name: 'mine', duration_day: 'permanent' } as never)
    await erase(person)
    await expect(second.passport.accountInfo({})).rejects.toMatchObject({ status: 401 })
    await expect(t.apiWith({ authorization: `Bearer ${token}` }).passport.me({})).rejects.toMatchObject({ status: 401 })
    await expect(t.anonymous.passport.login({ email: person.email, password: testPassword })).rejects.toMatchObject({
      code: ErrorCode.passport.wrongPair,
    })
    const reborn = await t.register('again')
    expect(reborn.id).not.toBe(person.id)
  })

  test('the owner of the instance has to name a successor', async () => {
    const alone = await openOwner()
    const receiver = await alone.t.register('receiver')
    expect((await alone.owner.api.passport.eraseCheck({})).needs_successor).toBe(true)
    await expect(erase(alone.owner)).rejects.toMatchObject({ code: ErrorCode.passport.successorNeeded })
    await expect(erase(alone.owner, { successor: 'nobody_here' })).rejects.toMatchObject({
      code: ErrorCode.passport.noSuccessor,
    })
    await erase(alone.owner, { successor: receiver.email })
    expect((await receiver.api.passport.accountInfo({})).is_instance_owner).toBe(true)
    const { users } = await receiver.api.instance.users({})
    expect(users.map((user) => user.email)).toEqual([receiver.email])
    // When the last account is erased, the next person to register owns the instance.
    await erase(receiver)
    const next = await alone.t.register('next')
    expect((await next.api.passport.accountInfo({})).is_instance_owner).toBe(true)
  })
  async function openOwner() {
    const fresh = await openTestApp()
    await fresh.startJobs()
    return { t: fresh, owner: await fresh.register('first') }
  }
})

test('an erased person leaves no messages, memory, files, traces or embeddings; what a team made stays', async () => {
  const person = await t.register('leaver')
  const spaceId = await team(keeper, person)
  const own = (await person.api.space.list({})).bot_space_list[0]!.id
  const { bot_id: botId } = await keeper.api.bot.create({ space_id: spaceId, name: 'Team bot' })

  // Conversations with the team's bot, and what the bot learnt and stored.
  await readReply(await person.api.conversation.chat({ bot_id: botId, query: 'My locker is 4711-orchid' } as never))
  await t.services.traces.flush()
  await person.api.memory.setConsent({ bot_id: botId, is_given: true })
  await person.api.memory.add({ bot_id: botId, item_type: 3, text: 'locker 4711-orchid', event_ms: 1 })
  const file = await uploaded(person, 'locker 4711-orchid')
  await person.api.filebox.upload({ bid: botId, source_files: [{ file_uri: file, file_name: 'locker.txt' }] })
  await t.services.fileboxReading.drain()
  // A table, a workflow and a knowledge base of the team, and a knowledge base of the person.
  const { database_info } = await keeper.api.database.add({
    space_id: spaceId,
    table_name: 'lockers',
    field_list: [{ name: 'code' }],
    rw_mode: 3,
  })
  await person.api.database.updateRecords({ database_id: database_info.id, record_data_add: [{ code: '4711-orchid' }] })
  const { workflow_id } = await person.api.workflow.create({ name: 'Made for the team', space_id: spaceId })
  await person.api.workflow.save({ workflow_id, schema: greeting() })
  await person.api.workflowRun.test({ workflow_id, input: { input: '4711-orchid' } })
  const { trigger_id } = await person.api.workflowTrigger.save({ workflow_id, event_id: 'webhook' })
  await person.api.workflowTrigger.listen({ trigger_id })
  await expect
    .poll(() => query<{ status: number }>('SELECT status FROM workflow_run WHERE user_id = $1', [person.id]))
    .toEqual([{ status: 2 }])
  const base = async (space_id: string, name: string, text: string) => {
    const { dataset_id } = await person.api.knowledge.create({ name, space_id, format_type: 0 })
    const tos_uri = await uploaded(person, text)
    await person.api.knowledge.createDocument({
      dataset_id,
      document_bases: [{ name: 'a.txt', source_info: { tos_uri } }],
    })
    await t.services.knowledgeIngest.drain()
    return tos_uri
  }
  const ownFile = await base(own, 'Of their own', 'The locker is 4711-orchid.')
  const teamFile = await base(spaceId, 'Of the team', 'The office opens at nine.')
  expect((await placesOf('4711-orchid', /^$/)).length).toBeGreaterThan(6)

  await erase(person)
  // The key of the file that the team keeps contains the id.
  expect((await placesOf(person.id, makers)).toSorted()).toEqual([
    'public.knowledge_document.blob_key',
    'public.upload.key',
  ])
  expect(await placesOf('4711-orchid', /^$/)).toEqual([])
  expect(await placesOf(person.email, /^$/)).toEqual([])
  const blobs = t.infra.blobs
  await expect.poll(async () => [await blobs.get(file), await blobs.get(ownFile)]).toEqual([undefined, undefined])
  const [maker] = await query('SELECT name, email, password_hash, disabled FROM app_user WHERE id = $1', [person.id])
  expect(maker).toEqual({
    name: 'Erased user',
    email: `erased-${person.id}@invalid`,
    password_hash: '',
    disabled: true,
  })

  // The workflow and the knowledge base stay usable and now belong to the owner of the team's space.
  expect(await query('SELECT owner_id FROM resource WHERE id = $1', [workflow_id])).toEqual([{ owner_id: keeper.id }])
  expect(Buffer.from(await (await blobs.get(teamFile))!.bytes()).toString()).toBe('The office opens at nine.')
  expect(await query('SELECT user_id FROM upload WHERE key = $1', [teamFile])).toEqual([{ user_id: keeper.id }])
  expect((await keeper.api.workflow.canvas({ workflow_id, space_id: spaceId })).workflow.name).toBe('Made for the team')
})
