import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { PromptMessageType, PromptType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Person } from '#testing/test-app.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const api = (who: Person) => who.api.promptManage
const user = (content: string) => ({ message_type: PromptMessageType.user, content })
const system = (content: string) => ({ message_type: PromptMessageType.system, content })
const text = (...messages: object[]) => ({ prompt_text: { message_list: messages as never } })
const variable = (key: string, more: object = {}) => ({ key, variable_type: PromptVariableType.string, ...more })
let n = 0
const newKey = () => `desk/greeting-${(n += 1)}`
async function create(more: object = {}, who = team.maker) {
  const key = newKey()
  const { prompt_id } = await api(who).create({
    space_id: team.spaceId,
    display_name: 'Greeting',
    prompt_key: key,
    ...text(system('Be kind\nBe brief\nBe clear'), user('Greet {{name}}')),
    prompt_input: { variables: [variable('name')] },
    ...more,
  })
  return { id: prompt_id, key }
}
async function committed(version = '0.0.1', more: object = {}) {
  const made = await create(more)
  await api(team.maker).publish({ prompt_id: made.id, version })
  return made
}
const draft = async (id: string, who = team.maker) =>
  (await api(who).get({ prompt_id: id, personal_draft: true })).prompt
const messagesOf = (prompt: Awaited<ReturnType<typeof draft>>) =>
  prompt.prompt_text!.message_list!.map(({ content }) => content)
const save = (id: string, more: object, who = team.maker) => api(who).save({ prompt_id: id, ...more })
const served = async (key: string, query: object = {}, who = team.member) =>
  (await who.api.promptServe.mget({ workspace_id: team.spaceId, queries: [{ prompt_key: key, ...query }] })).items[0]!
    .prompt

describe('a prompt', () => {
  test('has a key that is unique in its space', async () => {
    const { id, key } = await create()
    expect(await draft(id)).toMatchObject({
      prompt_key: key,
      status: 1,
      prompt_type: PromptType.messages,
      security_level: 3,
      is_draft: true,
    })
    await expect(create({ prompt_key: key })).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.loopPrompt.keyTaken,
    })
    for (const bad of ['', '1st', 'a|b', 'x'.repeat(101)])
      await expect(create({ prompt_key: bad })).rejects.toMatchObject({ status: 400 })
    const other = (await team.maker.api.space.create({ name: 'Other' })).id
    await create({ prompt_key: key, space_id: other })
  })
  test('is found by the beginning of its name or key, and lists the labels that point to it', async () => {
    const { id, key } = await committed('0.0.1', { display_name: 'Zebra' })
    await api(team.maker).point({ prompt_id: id, label: 'beta', version: '0.0.1' })
    for (const key_word of ['zeb', key]) {
      const { prompts } = await api(team.member).list({ space_id: team.spaceId, page: 1, page_size: 10, key_word })
      expect(prompts).toMatchObject([{ id, latest_version: '0.0.1', pointers: [{ name: 'beta', version: '0.0.1' }] }])
    }
    await expect(api(team.stranger).list({ space_id: team.spaceId, page: 1, page_size: 10 })).rejects.toMatchObject({
      status: 404,
    })
    await expect(api(team.stranger).get({ prompt_id: id })).rejects.toMatchObject({ status: 404 })
  })
  test('a prompt of the library is stored as a segment', async () => {
    const library = team.maker.api.promptLibrary
    const { id, version } = await library.save({
      prompt: { space_id: team.spaceId, name: 'Tone', prompt_text: 'Stay calm' },
    })
    await library.save({ prompt: { id, name: 'Tone', prompt_text: 'Stay very calm', version } })
    const { prompt } = await api(team.maker).get({ prompt_id: id })
    expect(prompt).toMatchObject({ prompt_type: PromptType.segment, prompt_key: `library-${id}`, version: '0.0.2' })
    expect(messagesOf(prompt)).toEqual(['Stay very calm'])
    const { id: whole } = await create()
    const change = { prompt: { id: whole, name: 'Whole', prompt_text: 'x' } }
    await expect(library.save(change)).rejects.toMatchObject({ status: 400 })
  })
  test('lowering the security level requires a reason and is audited', async () => {
    const { id } = await create({ security_level: 4 })
    const lower = (more: object) => api(team.maker).update({ prompt_id: id, security_level: 2, ...more })
    await expect(lower({})).rejects.toMatchObject({ status: 400 })
    expect((await draft(id)).security_level).toBe(4)
    await lower({ downgrade_reason: 'It is public now' })
    expect((await draft(id)).security_level).toBe(2)
    const { rows } = await team.t.infra.database.pool.query<{ detail: object }>(
      "SELECT detail FROM audit_event WHERE action = 'prompt.security_level' AND target = $1",
      [id],
    )
    expect(rows).toMatchObject([{ detail: { from: 4, to: 2, reason: 'It is public now' } }])
  })
})

describe('drafts and versions', () => {
  test('each person has their own draft; versions are shared and never change', async () => {
    const { id } = await committed()
    await save(id, text(user('Mine')))
    expect(messagesOf(await draft(id))).toEqual(['Mine'])
    expect(messagesOf(await draft(id, team.member))).toEqual(['Be kind\nBe brief\nBe clear', 'Greet {{name}}'])
    expect(messagesOf((await api(team.member).get({ prompt_id: id })).prompt)).toHaveLength(2)
    await api(team.maker).publish({ prompt_id: id, version: '0.1.0', publish_description: 'Shorter' })
    const { prompts } = await api(team.member).versions({ prompt_id: id })
    expect(prompts.map((one) => [one.version, one.publish_info?.publish_description])).toEqual([
      ['0.1.0', 'Shorter'],
      ['0.0.1', ''],
    ])
    expect(messagesOf((await api(team.member).get({ prompt_id: id, version: '0.0.1' })).prompt)).toHaveLength(2)
    // A draft without edits follows the newest version.
    expect(messagesOf(await draft(id, team.member))).toEqual(['Mine'])
  })
  test.each([
    ['1.0', 400],
    ['v1.0.0', 400],
    ['0.0.1', 409],
    ['0.0.0', 400],
  ])('version %s after 0.0.1 is refused', async (version, status) => {
    const { id } = await committed()
    await save(id, text(user('Changed')))
    await expect(api(team.maker).publish({ prompt_id: id, version })).rejects.toMatchObject({ status })
    expect((await api(team.maker).versions({ prompt_id: id })).prompts).toHaveLength(1)
  })
  test('an unchanged or empty draft is refused', async () => {
    const { id } = await committed()
    await expect(api(team.maker).publish({ prompt_id: id, version: '0.0.2' })).rejects.toMatchObject({ status: 400 })
    await save(id, text(user(' ')))
    await expect(api(team.maker).publish({ prompt_id: id, version: '0.0.2' })).rejects.toMatchObject({ status: 400 })
  })
  test.each([
    [{ template_type: 'jinja2', ...text(user('ok\n{% if a %}')) }, /message_list\.0, line 2|line 1/],
    [text({ message_type: PromptMessageType.placeholder, content: 'talk' }), /talk/],
    [{ prompt_input: { variables: [variable('1a')] } }, /variables\.0\.key/],
    [{ prompt_input: { variables: [variable('a'), variable('a')] } }, /variables\.1\.key/],
    [{ template_type: 'go_template' }, /template_type/],
    [{ tools: [{ tool_def: { function: { name: 'find', parameters: '[]' } } }] }, /tools\.0/],
  ])('%j is refused with its place', async (change, message) => {
    const { id } = await committed()
    const refused = save(id, change).then(() => api(team.maker).publish({ prompt_id: id, version: '0.0.2' }))
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) as string })
  })
  test("a space that is not the prompt's own is refused, and nothing is saved", async () => {
    const { id } = await create()
    const other = (await team.maker.api.space.create({ name: 'Beside' })).id
    await expect(save(id, { ...text(user('Moved')), space_id: other })).rejects.toMatchObject({ status: 404 })
    expect(messagesOf(await draft(id))).toHaveLength(2)
  })
  test('82: two windows of one person do not overwrite each other', async () => {
    const { id } = await create()
    const { metadata } = await draft(id)
    await save(id, { ...text(user('first')), metadata })
    await expect(save(id, { ...text(user('second')), metadata })).rejects.toMatchObject({
      status: 409,
      data: { theirs: { messages: [{ content: 'first' }] }, yours: { messages: [{ content: 'second' }] } },
    })
    expect(messagesOf(await draft(id))).toEqual(['first'])
  })
  test('82: of two people, the one who commits second must merge first', async () => {
    const { id } = await committed()
    await save(id, text(system('Be kind\nBe brief\nBe exact'), user('Greet {{name}}')), team.member)
    await save(id, text(system('Be very kind\nBe brief\nBe clear'), user('Greet {{name}}')))
    await api(team.maker).publish({ prompt_id: id, version: '0.0.2' })
    await expect(api(team.member).publish({ prompt_id: id, version: '0.0.3' })).rejects.toMatchObject({
      status: 409,
      data: { base: {}, theirs: {}, yours: {} },
    })
    const found = await api(team.member).checkPublish({ prompt_id: id })
    expect(found).toMatchObject({
      conflict_type: 1,
      candidate_version: '0.0.3',
      conflicts: [],
      prompt: { version: '0.0.2' },
    })
    expect(messagesOf(found.merged!)[0]).toBe('Be very kind\nBe brief\nBe exact')
    await save(id, { prompt_text: found.merged!.prompt_text, draft_base_version: '0.0.2' }, team.member)
    await api(team.member).publish({ prompt_id: id, version: '0.0.3' })
    expect(messagesOf((await api(team.maker).get({ prompt_id: id })).prompt)[0]).toBe(
      'Be very kind\nBe brief\nBe exact',
    )
  })
  test('changes of the same part by both people are conflicts with both texts', async () => {
    const { id } = await committed()
    const model_config = (temperature: number) => ({ model_config: { temperature } })
    await save(id, { ...text(system('Theirs'), user('Greet {{name}}')), ...model_config(0.1) })
    await save(id, { ...text(system('Mine'), user('Greet {{name}}')), ...model_config(0.9) }, team.member)
    await api(team.maker).publish({ prompt_id: id, version: '0.0.2' })
    const { conflicts } = await api(team.member).checkPublish({ prompt_id: id })
    expect(conflicts).toMatchObject([
      { place: 'messages.0', theirs: 'Theirs', yours: 'Mine' },
      { place: 'model.temperature', theirs: '0.1', yours: '0.9' },
    ])
  })
  test('82: resolving a conflict in one line preserves the changes of both people in other lines', async () => {
    const { id } = await committed()
    const lines = (...all: string[]) => text(system(all.join('\n')), user('Greet {{name}}'))
    await save(id, lines('kind', 'brief', 'clear', 'calm', 'exact'))
    await api(team.maker).publish({ prompt_id: id, version: '0.0.2' })
    await save(id, lines('THEIRS', 'brief', 'clear', 'calm', 'exact, they say'))
    await api(team.maker).publish({ prompt_id: id, version: '0.0.3' })
    const mine = lines('MINE', 'brief', 'clear, I say', 'calm', 'exact')
    await save(id, { ...mine, draft_base_version: '0.0.2' }, team.member)
    const { conflicts } = await api(team.member).checkPublish({ prompt_id: id })
    const rest = 'brief\nclear, I say\ncalm\nexact, they say'
    expect(conflicts).toMatchObject([{ place: 'messages.0', theirs: `THEIRS\n${rest}`, yours: `MINE\n${rest}` }])
  })
  test('a version can be restored into the draft, and copied under another key', async () => {
    const { id } = await committed()
    await save(id, text(user('New')))
    await api(team.maker).publish({ prompt_id: id, version: '0.0.2' })
    await api(team.maker).revert({ prompt_id: id, version: '0.0.1' })
    expect(messagesOf(await draft(id))).toHaveLength(2)
    const copy = { prompt_id: id, version: '0.0.2', dest_prompt_key: newKey(), dest_display_name: 'Copy' }
    const { dest_prompt_id } = await api(team.member).clone(copy)
    expect(messagesOf((await api(team.member).get({ prompt_id: dest_prompt_id })).prompt)).toEqual(['New'])
    // Its security level does not allow copies in other spaces.
    const other = (await team.member.api.space.create({ name: 'Elsewhere' })).id
    await expect(api(team.member).clone({ ...copy, space_id: other, dest_prompt_key: newKey() })).rejects.toMatchObject(
      {
        status: 403,
      },
    )
  })
})

describe('segments', () => {
  const use = (id: string, version = '') => `<cozeloop_snippet>id=${id}&version=${version}</cozeloop_snippet>`
  const segment = (content: string) => committed('0.0.1', { prompt_type: PromptType.segment, ...text(user(content)) })
  test('are fixed to a version when used, and expanded when served', async () => {
    const inner = await segment('Sign as {{name}}')
    const { id, key } = await create(text(user(`Write. ${use(inner.id)}`)))
    await save(id, text(user(`Write. ${use(inner.id)}`)))
    await api(team.maker).publish({ prompt_id: id, version: '0.0.1' })
    await save(inner.id, text(user('Changed')))
    await api(team.maker).publish({ prompt_id: inner.id, version: '0.0.2' })
    expect((await served(key)).prompt_template.messages).toEqual([{ role: 'user', content: 'Write. Sign as {{name}}' }])
    const { sub_prompts } = await api(team.maker).get({ prompt_id: id })
    expect(Object.keys(sub_prompts)).toEqual([`${inner.id}_0.0.1`])
    await expect(api(team.maker).remove({ prompt_id: inner.id })).rejects.toMatchObject({ status: 409 })
  })
  test('all uses can be updated to a newer version together, after a preview of each change', async () => {
    const sign = await segment('Sign as {{name}}')
    const variables = { prompt_input: { variables: [variable('name')] } }
    const users = [
      await committed('0.0.1', { ...text(user(`One. ${use(sign.id)}`)), ...variables }),
      await committed('2.0.0', { ...text(user(`Two. ${use(sign.id, '0.0.1')}`)), ...variables }),
    ]
    await team.maker.api.promptManage.point({ prompt_id: users[0]!.id, label: 'beta', version: '0.0.1' })
    await save(sign.id, text(user('Sign as {{name}}, kindly')))
    await api(team.maker).publish({ prompt_id: sign.id, version: '0.0.2' })
    const segments = (who: Person) => who.api.promptSegment
    const looked = await segments(team.maker).uses({ prompt_id: sign.id })
    expect(looked.version).toBe('0.0.2')
    expect(looked.uses.map((one) => [one.version, one.segment_versions, one.before, one.after])).toEqual([
      ['0.0.1', ['0.0.1'], 'One. Sign as {{name}}', 'One. Sign as {{name}}, kindly'],
      ['2.0.0', ['0.0.1'], 'Two. Sign as {{name}}', 'Two. Sign as {{name}}, kindly'],
    ])
    const chosen = looked.uses.map(({ prompt_id, version }) => ({ prompt_id, version }))
    // If one of the prompts was changed meanwhile, none is updated.
    await save(users[1]!.id, text(user(`Two, again. ${use(sign.id, '0.0.1')}`)))
    await api(team.maker).publish({ prompt_id: users[1]!.id, version: '2.0.1' })
    const all = { prompt_id: sign.id, version: '0.0.2' }
    await expect(segments(team.maker).updateUses({ ...all, uses: chosen })).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.promptSegment.moved,
    })
    expect((await served(users[0]!.key)).version).toBe('0.0.1')
    const again = chosen.map((one, at) => ({ ...one, version: at ? '2.0.1' : one.version }))
    const { updated } = await segments(team.member).updateUses({ ...all, uses: again })
    expect(updated.map(({ version }) => version)).toEqual(['0.0.2', '2.0.2'])
    expect((await served(users[1]!.key)).prompt_template.messages[0]!.content).toBe(
      'Two, again. Sign as {{name}}, kindly',
    )
    // Older versions that a label still serves are listed as well, but not as the newest.
    const after = (await segments(team.maker).uses({ prompt_id: sign.id })).uses
    expect(after.map((one) => [one.version, one.is_newest, one.segment_versions])).toEqual([
      ['0.0.2', true, ['0.0.2']],
      ['0.0.1', false, ['0.0.1']],
      ['2.0.2', true, ['0.0.2']],
    ])
    await expect(
      segments(team.maker).updateUses({ ...all, uses: [{ prompt_id: users[0]!.id, version: '0.0.2' }] }),
    ).rejects.toMatchObject({ status: 400, code: ErrorCode.promptSegment.notUsed })
    // A version with a variable of another type cannot be used there.
    await save(sign.id, {
      ...text(user('Sign {{name}} times')),
      prompt_input: { variables: [variable('name', { variable_type: PromptVariableType.number })] },
    })
    await api(team.maker).publish({ prompt_id: sign.id, version: '0.0.3' })
    const refused = (await segments(team.maker).uses({ prompt_id: sign.id })).uses[0]!
    expect(refused.problem).toMatch(/another type/)
    await expect(
      segments(team.maker).updateUses({
        prompt_id: sign.id,
        version: '0.0.3',
        uses: [{ prompt_id: users[0]!.id, version: '0.0.2' }],
      }),
    ).rejects.toMatchObject({ status: 400, code: ErrorCode.promptSegment.variableType })
  })
  test('of other spaces, circular references, and prompts that are no segments are refused', async () => {
    const [a, b] = [await segment('a'), await segment('b')]
    await save(a.id, text(user(use(b.id, '0.0.1'))))
    await api(team.maker).publish({ prompt_id: a.id, version: '0.0.2' })
    await save(b.id, text(user(use(a.id, '0.0.2'))))
    await expect(api(team.maker).publish({ prompt_id: b.id, version: '0.0.2' })).rejects.toMatchObject({ status: 400 })
    const whole = await committed()
    const { id } = await create(text(user(use(whole.id, '0.0.1'))))
    await expect(api(team.maker).publish({ prompt_id: id, version: '0.0.1' })).rejects.toMatchObject({ status: 400 })
    const elsewhere = (await team.stranger.api.space.create({ name: 'Foreign' })).id
    const foreign = await team.stranger.api.promptLibrary.save({
      prompt: { space_id: elsewhere, name: 'Secret', prompt_text: 'Secret' },
    })
    await save(id, text(user(use(foreign.id, '0.0.1'))))
    await expect(api(team.maker).publish({ prompt_id: id, version: '0.0.1' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('serving prompts to programs', () => {
  test('a version has precedence over a label, a label over a release, a release over the newest version', async () => {
    const { id, key } = await committed()
    for (const version of ['0.0.2', '0.0.3', '0.0.4']) {
      await save(id, text(user(version)))
      await api(team.maker).publish({ prompt_id: id, version })
    }
    expect((await served(key)).version).toBe('0.0.4')
    await team.maker.api.promptRelease.release({ prompt_id: id, version: '0.0.2', env: 2 })
    expect((await served(key)).version).toBe('0.0.2')
    await api(team.maker).point({ prompt_id: id, label: 'beta', version: '0.0.3' })
    expect((await served(key, { label: 'beta' })).version).toBe('0.0.3')
    expect((await served(key, { label: 'beta', version: '0.0.1' })).version).toBe('0.0.1')
    expect((await served(key, { version: '$Draft' }, team.maker)).prompt_template.messages[0]!.content).toBe('0.0.4')
  })
  test('errors name the key and use the codes that clients expect', async () => {
    const { key } = await committed()
    const ask = (...queries: object[]) =>
      team.maker.api.promptServe.mget({ workspace_id: team.spaceId, queries: queries as never })
    const error = (code: number, word: string) => ({ code, message: expect.stringContaining(word) as string })
    await expect(ask({ prompt_key: 'nobody' })).rejects.toMatchObject(error(ErrorCode.loopPrompt.notFound, 'nobody'))
    await expect(ask({ prompt_key: key, version: '9.9.9' })).rejects.toMatchObject(
      error(ErrorCode.loopPrompt.noVersion, '9.9.9'),
    )
    await expect(ask({ prompt_key: key, label: 'beta' })).rejects.toMatchObject(
      error(ErrorCode.loopPrompt.labelNotSet, 'beta'),
    )
    // One missing prompt fails the whole call, because clients read the first item without a check.
    await expect(ask({ prompt_key: key }, { prompt_key: 'nobody' })).rejects.toMatchObject({ status: 404 })
  })
  test('served prompts are cached without queries, and a moved label takes effect in other processes at once', async () => {
    const { id, key } = await committed()
    await save(id, text(user('two')))
    await api(team.maker).publish({ prompt_id: id, version: '0.0.2' })
    await api(team.maker).point({ prompt_id: id, label: 'production', version: '0.0.1' })
    const other = await team.t.another()
    const ask = { key, label: 'production' }
    const first = (label = ask.label) => other.services.promptServing.choose(team.spaceId, key, { label })
    expect((await first()).version).toBe('0.0.1')
    const pool = other.infra.database.pool
    const before = pool.totalCount
    const query = pool.query.bind(pool)
    let queries = 0
    pool.query = ((...args: Parameters<typeof query>) => {
      queries += 1
      return query(...args)
    }) as typeof pool.query
    await Promise.all(Array.from({ length: 50 }, () => first()))
    expect([queries, pool.totalCount]).toEqual([0, before])
    await api(team.maker).point({ prompt_id: id, label: 'production', version: '0.0.2' })
    await expect.poll(async () => (await first()).version).toBe('0.0.2')
  })
  test('templates are rendered by the rules of the server', async () => {
    const render = async (more: object, ...values: object[]) =>
      (
        await team.member.api.promptServe.render({
          prompt_template: { message_list: [], ...more } as never,
          variable_vals: values as never,
        })
      ).message_list.map(({ content }) => content)
    const list = [user('{{a}}|{{b}}|{{c}}|{{ n }}')]
    const defs = [variable('a'), variable('b'), variable('n', { variable_type: PromptVariableType.number })]
    expect(
      await render({ message_list: list, variable_defs: defs }, { key: 'a', value: '{{b}}' }, { key: 'n', value: '2' }),
    ).toEqual(['{{b}}||{{c}}|2'])
    const jinja = { template_type: 'jinja2', message_list: [user('{% for x in a %}{{ x }};{% endfor %}')] }
    const array = [variable('a', { variable_type: PromptVariableType.array })]
    expect(await render({ ...jinja, variable_defs: array }, { key: 'a', value: '["x","y"]' })).toEqual(['x;y;'])
    await expect(render({ ...jinja, variable_defs: array }, { key: 'a', value: 'x' })).rejects.toMatchObject({
      code: ErrorCode.loopPrompt.notRendered,
    })
    const needed = [variable('a', { is_required: true })]
    await expect(render({ message_list: list, variable_defs: needed })).rejects.toMatchObject({ status: 400 })
  })
})

describe('releases', () => {
  const releases = (who = team.maker) => who.api.promptRelease
  async function twoVersions() {
    const made = await committed()
    await save(made.id, text(user('two')))
    await api(team.maker).publish({ prompt_id: made.id, version: '0.0.2' })
    return made
  }
  const evaluate = (key: string, uid: string) =>
    team.member.api.promptServe.evalVersion({
      space_id: team.spaceId,
      prompt_key: key,
      traffic: JSON.stringify({ uid }),
    })
  const share = (in_gray: number) => ({ bucket: { field: { type: 1 as const }, in_gray } })
  test('one version is served per place; a rollback serves the previous one', async () => {
    const { id, key } = await twoVersions()
    const place = { prompt_id: id, env: 2 as const, label: 'production' }
    await releases().release({ ...place, version: '0.0.1' })
    await releases(team.member).release({ ...place, version: '0.0.2' })
    expect((await served(key, { label: 'production' })).version).toBe('0.0.2')
    await expect(releases().rollback({ ...place, version: '0.0.1' })).rejects.toMatchObject({ status: 409 })
    await releases().rollback({ ...place, version: '0.0.2' })
    expect((await served(key, { label: 'production' })).version).toBe('0.0.1')
    const { infos } = await releases().list({ prompt_id: id, page_size: 10 })
    expect(infos.map(({ version, status }) => [version, status])).toEqual([
      ['0.0.1', 1],
      ['0.0.2', 2],
      ['0.0.1', 2],
    ])
    await expect(api(team.maker).remove({ prompt_id: id })).rejects.toMatchObject({ status: 409 })
    await releases().offline({ ...place, version: '0.0.1' })
    await expect(served(key, { label: 'production' })).rejects.toMatchObject({ code: ErrorCode.loopPrompt.labelNotSet })
    await api(team.maker).remove({ prompt_id: id })
    await expect(served(key)).rejects.toMatchObject({ code: ErrorCode.loopPrompt.notFound })
  })
  test('a gray release serves the same share of users in every process, and includes them when it grows', async () => {
    const { id, key } = await twoVersions()
    const place = { prompt_id: id, env: 2 as const }
    const early = { ...place, version: '0.0.2', gray_release_config: share(2500) }
    await expect(releases().release(early)).rejects.toMatchObject({ status: 409 })
    await releases().release({ ...place, version: '0.0.1' })
    const { release_id } = await releases().release(early)
    const users = Array.from({ length: 100 }, (_, at) => `u${at}`)
    const other = await team.t.another()
    const inOther = async (uid: string) =>
      (await other.services.promptServing.choose(team.spaceId, key, { traffic: { uid } })).isGray
    const hits = async () => {
      const found = await Promise.all(users.map(async (uid) => (await evaluate(key, uid)).hit))
      return users.filter((_, at) => found[at])
    }
    const few = await hits()
    expect(few.length).toBeGreaterThan(8)
    expect(few.length).toBeLessThan(50)
    for (const uid of users) expect(await inOther(uid)).toBe(few.includes(uid))
    const isGray = async ({ services }: Pick<typeof other, 'services'>, uid: string) =>
      (await services.promptServing.choose(team.spaceId, key, { traffic: { uid } })).isGray
    const many = Array.from({ length: 10_000 }, (_, at) => `user-${at}`)
    const [here, there] = await Promise.all(
      [team.t, other].map(async (process) => {
        const found = await Promise.all(many.map((uid) => isGray(process, uid)))
        return many.filter((_, at) => found[at])
      }),
    )
    expect(here).toEqual(there)
    expect(Math.abs(here!.length - 2500)).toBeLessThan(200)
    // Programs that name no user get the version for everybody.
    expect((await served(key)).version).toBe('0.0.1')
    await releases().change({ release_id, gray_release_config: share(6000) })
    const more = await hits()
    expect(few.filter((uid) => !more.includes(uid))).toEqual([])
    await releases().toAll({ release_id })
    expect((await served(key)).version).toBe('0.0.2')
    await expect(releases().toAll({ release_id })).rejects.toMatchObject({ status: 409 })
  })
  test('only owners and admins can move protected labels', async () => {
    const { id } = await twoVersions()
    await releases().saveSettings({ space_id: team.spaceId, approval: false, protected_labels: ['stable'] })
    const point = (who: Person) => api(who).point({ prompt_id: id, label: 'stable', version: '0.0.1' })
    await expect(point(team.member)).rejects.toMatchObject({ status: 403 })
    await expect(
      releases(team.member).release({ prompt_id: id, version: '0.0.1', env: 2, label: 'stable' }),
    ).rejects.toMatchObject({ status: 403 })
    await point(team.maker)
    await expect(
      releases(team.member).saveSettings({ space_id: team.spaceId, approval: false, protected_labels: [] }),
    ).rejects.toMatchObject({ status: 403 })
    await releases().saveSettings({ space_id: team.spaceId, approval: false, protected_labels: [] })
  })
})
