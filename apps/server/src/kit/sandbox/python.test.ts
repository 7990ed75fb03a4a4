import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { outcome, testSandbox } from './sandbox-fixture.ts'

const sandbox = testSandbox()
afterAll(() => sandbox.close())
const run = (code: string, params: Record<string, unknown> = {}) =>
  outcome(sandbox, { language: 'python', code, params })

describe('Python code', () => {
  test('gets its parameters and returns the result of main', async () => {
    const params = { 名: '中文 😀', list: [1, { deep: [true, null] }], number: -0.5 }
    const { output } = await run(
      `async def main(args: Args) -> Output:
    params = args.params
    ret: Output = {**params, "same": args["params"]["list"] is params["list"], "added": params["list"][0] + 1}
    return ret`,
      params,
    )
    expect(output).toEqual({ ...params, same: true, added: 2 })
  })

  test('main may be a plain or an async function', async () => {
    expect((await run('def main(args):\n    return args.params["x"]', { x: 7 })).output).toBe(7)
    const waits =
      'import asyncio\nasync def later(x):\n    await asyncio.sleep(0.01)\n    return x\nasync def main(args):\n    return await asyncio.gather(later(1), later(2))'
    expect((await run(waits)).output).toEqual([1, 2])
  })

  test('its printed lines are returned, also when it fails', async () => {
    const { logs, message } = await run(
      'import sys\ndef main(args):\n    print("one", 2, [3])\n    print("two\\nlines", file=sys.stderr)\n    print("open", end="")\n    raise ValueError("stop")',
    )
    expect(logs).toEqual(['one 2 [3]', 'two', 'lines', 'open'])
    expect(message).toBe('ValueError: stop (line 6)')
  })

  test('an error names its line in the code', async () => {
    expect((await run('def inner(x):\n    return x / 0\n\nasync def main(args):\n    return inner(1)')).message).toBe(
      'ZeroDivisionError: division by zero (line 2)',
    )
    expect((await run('def main(args):\n    x = = 1')).message).toBe('SyntaxError: invalid syntax (line 2)')
    expect((await run('import nothing_of_that_name\ndef main(args): pass')).message).toBe(
      "ModuleNotFoundError: No module named 'nothing_of_that_name' (line 1)",
    )
    expect((await run('import sys\ndef main(args):\n    sys.exit(3)')).message).toBe('SystemExit: 3 (line 3)')
    expect((await run('mian = 1')).message).toBe('The code has no function named main')
  })

  test('the standard library is available, and runs get different random numbers', async () => {
    const code = `import json, re, math, datetime, hashlib, base64, collections, itertools, statistics, csv, io, zlib, sqlite3, random, uuid
def main(args):
    rows = list(csv.reader(io.StringIO("a,b\\n1,2")))
    return {
        "sha": hashlib.sha256("中".encode()).hexdigest(),
        "found": re.findall(r"\\d+", "a1b22"),
        "day": datetime.date(2024, 2, 28) + datetime.timedelta(days=1),
        "rows": rows,
        "random": [random.random(), str(uuid.uuid4())],
    }`
    const [item, other] = (await Promise.all([run(code), run(code)])).map(
      ({ output }) => output as Record<string, unknown>,
    )
    expect(item).toMatchObject({
      sha: createHash('sha256').update('中').digest('hex'),
      found: ['1', '22'],
      day: '2024-02-29',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    })
    expect(item!.random).not.toEqual(other!.random)
  })
})
