import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Data of programs is shown as text everywhere. The number in the title is that of the security case. */
const attacks = [
  '<img src=x onerror="window.owned=1">',
  '<svg onload="window.owned=2">',
  '[link](javascript:window.owned=3)',
  '![picture](x" onerror="window.owned=4)',
  '```mermaid\ngraph TD; A["<img src=x onerror=window.owned=5>"]\n```',
  String.raw`$\href{javascript:window.owned=6}{x}$`,
]
const payload = attacks.join('\n\n')
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  visit = await openBrowser(studio.address)
})

test('58: spans with code in names, inputs, messages, outputs and errors run nothing on any page of traces', async () => {
  const owner = await studio.register('watcher')
  const space_id = (await owner.api.space.create({ name: 'Watched' })).id
  const at = (Date.now() - 5000) * 1000
  const shared = {
    workspace_id: space_id,
    trace_id: 'a'.repeat(32),
    duration_micros: 1000,
    psm: attacks[0]!,
    status_code: 1,
  }
  await owner.api.traceIngest.spans({
    spans: [
      {
        ...shared,
        span_id: '1'.repeat(16),
        started_at_micros: at,
        span_name: attacks[0]!,
        span_type: 'agent',
        input: payload,
        output: payload,
        tags_string: { thread_id: 'talk', user_id: attacks[1]!, error: attacks[0]!, [attacks[1]!]: payload },
      },
      {
        ...shared,
        span_id: '2'.repeat(16),
        parent_id: '1'.repeat(16),
        started_at_micros: at + 10,
        span_name: 'chat',
        span_type: 'model',
        input: JSON.stringify({ messages: [{ role: 'user', content: payload }] }),
        output: JSON.stringify({ choices: [{ message: { role: 'assistant', content: payload } }] }),
        tags_string: { model_name: attacks[1]! },
      },
    ],
  })
  const page = await visit({ cookie: owner.cookie() })
  const expectText = async (where: string) => {
    await page.getByText('window.owned', { exact: false }).first().waitFor()
    const found = (await page.evaluate(`({
      owned: window.owned ?? null,
      links: document.querySelectorAll('a[href^="javascript:" i]').length,
      made: document.querySelectorAll('img[onerror], svg[onload]').length,
    })`)) as object
    expect(found, where).toEqual({ owned: null, links: 0, made: 0 })
  }
  const base = `/space/${space_id}/observe`
  for (const place of ['traces', `traces/${'a'.repeat(32)}`, 'threads', 'threads/talk', 'dashboards']) {
    await goTo(page, `${base}/${place}`)
    await expectText(place)
  }
  await goTo(page, `${base}/traces/${'a'.repeat(32)}`)
  await page.getByRole('treeitem', { name: /chat/ }).click()
  await expectText('the call of a model')
})
