import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Components written in React with the libraries on the shelf: other imports and broken components are refused. */
let t: TestApp
let owner: Person
let space_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
})
const counter = {
  name: 'counter',
  title: 'Counter',
  props: [{ name: 'start', kind: 'number' as const, initial: 3 }],
  events: ['change'],
}
/** Unused imports are removed together with the types. */
const view = (body: string, imports = `import { useState } from 'react'`) => ({
  'index.ts': `import { component } from '@orrery/component'\nimport { Counter } from './counter'\nexport const counter = component(Counter)\n`,
  'counter.tsx': `${imports}\nexport function Counter({ start, emit }: { start: number; emit(name: string, value: unknown): void }) {\n${body}\n}\n`,
})
const good = view(
  `  const [count, set] = useState(start)\n  return <button onClick={() => { set(count + 1); emit('change', count + 1) }}>Count: {count}</button>`,
)
const upload = (files: Record<string, string>, version_name = '1.0.0') =>
  owner.api.componentPackage.upload({
    space_id,
    name: 'counting',
    version_name,
    title: 'Counting',
    components: [counter],
    files,
  })
const refused = (code: number, ...words: string[]) => ({
  code,
  message: expect.stringMatching(new RegExp(words.join('.*'))) as unknown,
})

test('a TSX component is built with its libraries into one script for its frame', async () => {
  const { component_info: info } = await upload(good)
  const page = await (await t.request(info.cdnHost)).text()
  expect(page).toContain('Count: ')
  expect(page).not.toMatch(/\bimport\s*[({'"]|require\(/)
})
const onShelf = [
  [
    'recharts',
    'charts',
    `import { Bar, BarChart } from 'recharts'`,
    '<BarChart width={100} height={50} data={[]}><Bar dataKey="n" /></BarChart>',
  ],
  ['lucide-react', 'icons', `import { Star } from 'lucide-react'`, '<Star size={start} />'],
  ['clsx', 'clsx', `import clsx from 'clsx'`, '<p className={clsx({ big: start > 1 })} />'],
  ['zod', 'zod', `import { z } from 'zod'`, '<p>{String(z.number().safeParse(start).success)}</p>'],
  ['luxon', 'dates', `import { DateTime } from 'luxon'`, '<p>{DateTime.fromMillis(start).toISO()}</p>'],
] as const
test.each(onShelf)('%s is on the shelf, and is included only where it is used', async (name, place, imports, shown) => {
  const patch = onShelf.findIndex(([one]) => one === name)
  const { component_info: info } = await upload(view(`  return ${shown}`, imports), `1.1.${patch}`)
  const page = await (await t.request(info.cdnHost)).text()
  const brought = onShelf.filter(([, one]) => page.includes(`globalThis.orreryShelf.${one}=`))
  expect(brought.map(([, one]) => one)).toEqual([place])
})
test.each([
  ['a file of a library', `import a from 'recharts/umd/Recharts.js'`, 'recharts/umd/Recharts.js'],
  ['another library', `import a from 'lodash'`, 'lodash'],
  ['a library by a path', `import a from 'react/package.json'`, 'react/package.json'],
  ['a part of a library that is not offered', `import a from 'react-dom/client'`, 'react-dom/client'],
  ['a library through a path of its own', `import a from 'react/../../etc/passwd'`, 'react/../../etc/passwd'],
  ['what a library needs itself', `import a from 'scheduler'`, 'scheduler'],
])('%s is refused with file and line', async (_, imports, name) => {
  await expect(upload(view('  return <p>{typeof a}</p>', `\n${imports}`), '2.0.0')).rejects.toMatchObject(
    refused(ErrorCode.componentPackage.buildFailed, 'counter.tsx, line 2', name.replaceAll('.', String.raw`\.`)),
  )
})
test('a component that fails to render is not stored', async () => {
  for (const body of [
    '  return <p>{start.no.such}</p>',
    '  return <p>{{ start }}</p>',
    '  return <p>{window.parent.document.cookie}</p>',
  ])
    await expect(upload(view(body), '2.0.0')).rejects.toMatchObject(
      refused(ErrorCode.componentPackage.drawFailed, 'counter'),
    )
  const { list } = await owner.api.componentPackage.ofSpace({ space_id })
  expect(list.map(({ component_info: { version } }) => version)).not.toContain('2.0.0')
})
test('a component that never finishes rendering is aborted', async () => {
  await expect(upload(view('  for (;;) start += 1'), '2.0.0')).rejects.toMatchObject({
    code: ErrorCode.componentPackage.drawFailed,
  })
})
