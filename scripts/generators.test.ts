import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Report, readOutcome } from './test-report.ts'
import { copyTree, type TreeCopy } from './tree-copy.ts'

/**
 * Follows the recipes of CONTRIBUTING.md literally, in a copy of the sources: the documented commands work, and the
 * generated code passes the checks and tests without changes.
 */
const root = path.resolve(import.meta.dirname, '..')
const recipes = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
const commands = [...recipes.matchAll(/`(npm run new:[^`]+)`/g)].map(([, command]) => command!)
const generatorOf = (command: string) => /new:\w+/.exec(command)![0]
/** The text that a generator adds to the sources, and the files to find it in. `$1` is the name from the command. */
const generatedTexts: Record<string, [argument: RegExp, files: string, trace: string]> = {
  'new:op': [/"(.+)"/, 'packages/contract/src/domains/**/*.ts', "op('$1'"],
  'new:domain': [/-- (\S+)/, 'packages/contract/src/index.ts', '#domains/$1.ts'],
  'new:page': [/-- (\S+)/, 'apps/web/src/routes/space.routes.tsx', '#domains/$1/pages/'],
  'new:node': [/-- (\S+)/, 'packages/engine/src/node-type.ts', "  $1: '"],
  'new:resource': [/-- (\S+)/, 'packages/contract/src/index.ts', '#domains/$1.ts'],
}
/** A recipe that was already run on the sources is skipped, because its names are taken. Its result is tested there. */
function wasAlreadyRun(command: string): boolean {
  const [argument, files, trace] = generatedTexts[generatorOf(command)]!
  const text = trace.replace('$1', argument.exec(command)![1]!)
  return globSync(files, { cwd: root }).some((file) => readFileSync(path.join(root, file), 'utf8').includes(text))
}
const pendingCommands = commands.filter((command) => !wasAlreadyRun(command))
const isNewOpPending = pendingCommands.some((command) => generatorOf(command) === 'new:op')
/** These tests run the checks and tests of the whole product, which takes long on a busy machine. */
const patience = 1_200_000

let copy: TreeCopy
/** The files that each generator reported as written. */
const written = new Map<string, string[]>()
beforeAll(() => {
  copy = copyTree()
}, patience)
afterAll(() => copy.remove(), patience)

test('the recipes cover every generator', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }
  const generators = Object.keys(scripts).filter((name) => name.startsWith('new:'))
  expect(commands.map(generatorOf).toSorted()).toEqual(generators.toSorted())
})

describe('in a copy of the sources', { timeout: patience }, () => {
  test.each(pendingCommands)('%s', async (command) => {
    const { status, output } = await copy.run(command)
    expect(status, output).toBe(0)
    const files = [...output.matchAll(/^ {2}[+~] (.+)$/gm)].map(([, file]) => file!)
    expect(files.length, output).toBeGreaterThan(0)
    written.set(generatorOf(command), files)
  })

  test('generators refuse to run a second time and change nothing', async () => {
    const before = changeTimes()
    for (const { status, output } of await Promise.all(commands.map((command) => copy.run(command))))
      expect(status, output).toBe(1)
    expect(changeTimes()).toEqual(before)
  })

  test.runIf(isNewOpPending)('the code of the recipe for a call fits into the generated call', async () => {
    const [contract, routes] = written.get('new:op')!
    const [call, handler] = [...recipes.matchAll(/^ *```ts\n([\s\S]*?)```$/gm)].map(([, code]) => code!.trim())
    replaceIn(contract!, /rename: op\([\s\S]*?\n {2}\}\),/, call!)
    replaceIn(routes!, /rename: async \(\) => \(\{\}\),/, handler!)
    const statement = /`(await owner\.api\.space\.rename\([^`]+)`/.exec(recipes)![1]!
    writeFileSync(path.join(copy.dir, 'apps/server/src/domains/ground/space/rename.test.ts'), testOf(statement))
    expect(await copy.run('oxfmt apps/server/src/domains/ground/space packages/contract/src')).toMatchObject({
      status: 0,
    })
  })

  // When all tests run, this is also the type check of the sources themselves (see test-plan.ts).
  test.concurrent('the generated code passes all checks', async ({ expect: expectHere }) => {
    const { status, output } = await copy.run('npm run check')
    expectHere(status, output).toBe(0)
  })

  test.concurrent('the generated code passes its own tests, and those of every call, kind, node type and text', async ({
    expect: expectHere,
  }) => {
    const all = [...written.values()].flat()
    const own = all.filter((file) => file.endsWith('.test.ts'))
    const walking = [
      ...(isNewOpPending ? ['space/rename'] : []),
      'registry.test',
      'schema-consistency',
      'resource-kind',
      'locales.test',
    ]
    const words = [...own, ...walking, 'describe.test', 'run/cases.test', 'node-icons']
    const domains = all.flatMap((file) => /^packages\/contract\/src\/domains\/\w+\/([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
    // Calls of other domains are tested with every role in the sources themselves.
    const names = `^(?!the role matrix(?!\\W+(${domains.join('|')})\\.))`
    const command = `vitest run --maxWorkers=1 --project unit --project server --reporter=json --outputFile=report.json -t '${names}'`
    const { status, output } = await copy.run(`${command} ${words.join(' ')}`)
    const report = JSON.parse(readFileSync(path.join(copy.dir, 'report.json'), 'utf8')) as Report
    const { failures, files } = readOutcome('copy', status, report, copy.dir)
    expectHere(failures, output).toEqual([])
    const ran = files.map(({ name }) => name).join('\n')
    for (const word of words) expectHere(ran).toContain(word)
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    for (const domain of domains) {
      const walked = tests.find((item) => item.fullName.endsWith(`${domain}.create: outsider`))
      expectHere(walked, domain).toMatchObject({ status: 'passed' })
    }
  })
})

function changeTimes(): Record<string, number> {
  const files = globSync('{apps,packages}/*/{src,migrations}/**', { cwd: copy.dir })
  return Object.fromEntries(files.map((file) => [file, statSync(path.join(copy.dir, file)).mtimeMs]))
}

function replaceIn(file: string, place: RegExp, code: string) {
  const full = path.join(copy.dir, file)
  const before = readFileSync(full, 'utf8')
  expect(before).toMatch(place)
  writeFileSync(
    full,
    before.replace(place, () => code),
  )
}

const testOf = (statement: string) => `import { expect, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'

test('a space is renamed as the recipe says', async () => {
  const owner = await (await openTestApp()).register()
  const { id: space_id } = await owner.api.space.create({ name: 'Old' })
  expect(${statement}).toEqual({ name: 'New' })
})
`
