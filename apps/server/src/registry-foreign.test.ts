import type { Op } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOps } from './app.ts'
import { answerWords } from '#testing/answer-words.ts'
import { type Belongings, makeBelongings } from '#testing/belongings.ts'
import { callByHand } from '#testing/call-by-hand.ts'
import { idFor } from '#testing/id-hints.ts'
import { type Leaf, leavesOf, replaced, sampleOf } from '#testing/sample-input.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Sends foreign, binned and unknown ids to every call: the answers must not differ. */
let t: TestApp
let eve: Person
let own: Belongings
let theirs: Belongings
/** The caller's own, in the bin. */
let binned: Belongings
beforeAll(async () => {
  t = await openTestApp()
  await t.register('instance')
  const alice = await t.register('alice')
  eve = await t.register('eve')
  theirs = await makeBelongings(t, alice)
  own = await makeBelongings(t, eve)
  binned = await makeBelongings(t, eve)
  const ids = binnable.map((kind) => binned[kind])
  expect((await eve.api.bundle.removeMany({ space_id: binned.space, ids })).failed).toEqual([])
})
const binnable = ['bot', 'project', 'workflow', 'plugin', 'dataset', 'database', 'prompt', 'card'] as const
/** Kinds without a bin, which stay accessible. */
const stays = ['user', 'space', 'folder', 'apiApp', 'oauthApp', 'token', 'connector', 'miniDomain'] as const
const missing = '4711'
/** These calls end what the other calls need. */
const skipped = new Set(['passport.logout', 'passport.erase', 'space.exit', 'space.remove', 'space.transfer'])
/** Anyone who is asked to authorise an app sees its name and its scopes, as on the consent page. */
const asksEveryone = new Set(['appAuthorization.declared', 'appAuthorization.specified', 'appInstallation.info'])
const nameOf = ({ path }: Leaf) => path.findLast((key) => key !== '0') ?? ''
/**
 * Ids that belong to no resource, such as those of elements within a card; and people, who are found by id to be
 * invited.
 */
const isOfNobody = ({ path }: Leaf) =>
  /(device|cursor|org|organization|channel|user|tool_call)_ids?$/.test(path.join('.')) ||
  path.includes('field_list') ||
  path.includes('tool_calls') ||
  // Numbers of questions within a bank.
  path.includes('used_seq_id_list') ||
  (path.includes('elements') && path.at(-1) === 'id')
const isId = (leaf: Leaf) =>
  leaf.kind !== 'boolean' &&
  /(^|_)(id|ids|id_list)$|I[dD]s?$|^bid$|appid/.test(nameOf(leaf)) &&
  !isOfNobody(leaf) &&
  leaf.schema.safeParse(missing).success

const calls = allOps()
  .map(({ domain, name, op }) => ({ id: `${domain}.${name}`, op, ids: leavesOf(op.input).filter(isId) }))
  .filter(({ id, op, ids }) => ids.length > 0 && op.body === 'json' && !skipped.has(id) && !asksEveryone.has(id))

describe('foreign, binned and unknown ids cannot be told apart', () => {
  test.each(calls)('$id', async ({ id: name, op, ids }) => {
    for (const leaf of ids) {
      const field = leaf.path.join('.')
      const input = sampleOf(op.input, (key) => idFor(key, own), leaf.path)
      const meant = idFor(nameOf(leaf), theirs)
      // A field with a known kind gets an id of that kind; any other field gets one of each.
      const some = ({ bot, document, slice, run, conversation, connector, miniDomain }: Belongings) => [
        bot,
        document,
        slice,
        run,
        conversation,
        connector,
        miniDomain,
      ]
      const foreign = meant ? [meant] : some(theirs)
      if (!name.startsWith('bin.')) foreign.push(...goneFor(nameOf(leaf)))
      const send = (id: string) => answerTo(op, replaced(input, leaf.path, id), id)
      const none = [await send(missing)]
      const found = []
      for (const id of foreign) found.push(await send(id))
      const told = found.filter((answer) => answer !== none[0] && !answer.startsWith('429'))
      // The first call may have created something that blocks the second, so the unknown id is sent again.
      if (told.length) none.push(await send(missing))
      for (const answer of told) expect(none, field).toContain(answer)
    }
  })
})
/** Ids in the bin to which a field of this name could refer. */
function goneFor(field: string): string[] {
  const meant = idFor(field, binned)
  if (meant === undefined) return [binned.bot, binned.workflow, binned.document, binned.run, binned.conversation]
  return stays.some((kind) => binned[kind] === meant) ? [] : [meant]
}
const answerTo = async (op: Op, input: unknown, id: string) =>
  answerWords(await callByHand(t, op, eve, input as Record<string, unknown>), id)

describe('the cost of a refusal', () => {
  /** Counts the database queries of a call after caches are warm. */
  async function statements(call: () => Promise<unknown>): Promise<number> {
    for (let warm = 0; warm < 3; warm += 1) await call().catch(() => {})
    const { pool } = t.infra.database
    const real = pool.query.bind(pool)
    let count = 0
    pool.query = ((...args: Parameters<typeof real>) => {
      count += 1
      return real(...args)
    }) as typeof pool.query
    await call().catch(() => {})
    pool.query = real
    return count
  }
  test('is the same for foreign and missing resources, including their parts', async () => {
    const { api } = eve
    const looks: Record<string, [string, (id: string) => Promise<unknown>]> = {
      space: [theirs.space, (id) => api.space.members({ space_id: id })],
      bot: [theirs.bot, (id) => api.bot.getDraft({ bot_id: id })],
      document: [theirs.document, (id) => api.knowledge.removeDocuments({ document_ids: [id] })],
      slice: [theirs.slice, (id) => api.knowledge.removeSlices({ slice_ids: [id] })],
      tool: [theirs.tool, (id) => api.pluginTool.remove({ plugin_id: own.plugin, api_id: id })],
      run: [theirs.run, (id) => api.workflowRun.process({ workflow_id: own.workflow, execute_id: id })],
      conversation: [theirs.conversation, (id) => api.conversation.clear({ conversation_id: id })],
    }
    for (const [kind, [id, look]] of Object.entries(looks))
      expect([kind, await statements(() => look(id))]).toEqual([kind, await statements(() => look(missing))])
  })
})
