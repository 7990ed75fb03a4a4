import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome, testSandbox } from './sandbox-fixture.ts'

const sandbox = testSandbox()
afterAll(() => sandbox.close())

/** Bodies of functions that return something truthy only if they reached the machine outside. */
const tricks: Record<string, string> = {
  '__import__ os.system': `return __import__('os').system('true') == 0`,
  '__import__ subprocess': `return __import__('subprocess').run(['true']).returncode == 0`,
  'os.popen': `return __import__('os').popen('id').read()`,
  'os.posix_spawn and exec': `import os; return os.posix_spawn('/bin/true', ['true'], {})`,
  '__subclasses__ to Popen': `return [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'Popen'][0](['true']).wait() == 0`,
  '__subclasses__ to a loader': `loader = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'BuiltinImporter'][0]; return loader.load_module('posix').system('true') == 0`,
  '__subclasses__ to os through a warning': `return [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'catch_warnings'][0]()._module.__builtins__['__import__']('os').system('true') == 0`,
  importlib: `import importlib; return importlib.import_module('posix').system('true') == 0`,
  'importlib of a file': `from importlib.machinery import SourceFileLoader; return SourceFileLoader('x', '/etc/passwd').get_data('/etc/passwd')`,
  'ctypes system': `import ctypes; return ctypes.CDLL(None).system(b'true') == 0`,
  'ctypes getenv': `import ctypes; f = ctypes.CDLL(None).getenv; f.restype = ctypes.c_char_p; return f(b'ORRERY_CASE_27')`,
  'ctypes loads a library': `import ctypes; return ctypes.CDLL('/lib/x86_64-linux-gnu/libc.so.6')`,
  'f-string attributes': `import os; return 'ORRERY_CASE_27' in f'{os.environ.__dict__!r}'`,
  'format attack': `return 'ORRERY_CASE_27' in '{0.__class__.__getattr__.__globals__}'.format(Args())`,
  'sys.modules': `import sys; return sys.modules['posix'].system('true') == 0`,
  'frames above': `import sys
f = sys._getframe()
seen = []
while f:
    seen += [*f.f_globals.values(), *f.f_locals.values()]
    f = f.f_back
return any(hasattr(v, 'readTextFileSync') or hasattr(v, 'Deno') for v in seen)`,
  'garbage collector': `import gc; return any('readTextFileSync' in dir(o) for o in gc.get_objects() if type(o).__name__ == 'JsProxy')`,
  'js module': `import js; return [n for n in ('Deno', 'process', 'fetch', 'WebSocket', 'Worker', 'eval', 'Function', 'globalThis', 'window', 'self') if hasattr(js, n)]`,
  'js constructor': `import js; return js.constructor.constructor('return globalThis')()`,
  run_js: `from pyodide.code import run_js; return run_js('globalThis')`,
  'eval_code and a callback': `import pyodide_js; return pyodide_js.runPython.constructor('return globalThis')()`,
  'pyodide_js reads a file': `import pyodide_js; from pyodide.ffi import run_sync; return run_sync(pyodide_js._api.loadBinaryFile('/etc/passwd'))`,
  'pyodide_js mounts the machine': `import pyodide_js; pyodide_js.mountNodeFS('/mnt', '/'); import os; return os.listdir('/mnt')`,
  NODEFS: `import pyodide_js; fs = pyodide_js.FS; fs.mkdir('/m2'); fs.mount(fs.filesystems.NODEFS, {'root': '/'}, '/m2'); import os; return os.listdir('/m2')`,
  'packages from outside': `import pyodide_js; from pyodide.ffi import run_sync; return run_sync(pyodide_js.loadPackage('numpy')) and __import__('numpy')`,
  micropip: `import micropip; return True`,
  pickle: `import pickle; return pickle.loads(b"cposix\\nsystem\\n(S'true'\\ntR.") == 0`,
  'builtins through a generator': `g = (x for x in []); return g.gi_frame.f_builtins['__import__']('os').system('true') == 0`,
}
const indent = (body: string) =>
  body
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n')
const code = `results = {}
def attempt(name):
    def keep(trick):
        try:
            found = trick()
            results[name] = f'reached {found!r}'[:500] if found else 'nothing'
        except BaseException as error:
            results[name] = 'nothing'
            print(name, '->', type(error).__name__, str(error)[:120])
    return keep

def main(args):
${Object.entries(tricks)
  .map(([name, body]) => `    @attempt(${JSON.stringify(name)})\n    def trick():\n${indent(body)}`)
  .join('\n')}
    return results`

describe('Python reaches nothing of the machine outside', () => {
  let results: Record<string, string> = {}
  beforeAll(async () => {
    process.env.ORRERY_CASE_27 = 'the server'
    const { output, message } = await outcome(sandbox, { language: 'python', code })
    expect(message).toBeUndefined()
    results = output as Record<string, string>
  })

  test.each(Object.keys(tricks))('%s', (name) => {
    expect(results[name]).toBe('nothing')
  })

  test('JavaScript cannot be run through the C library', async () => {
    const script = `import ctypes
def main(args):
    run = ctypes.CDLL(None).emscripten_run_script_string
    run.restype = ctypes.c_char_p
    return str(run(b'typeof Deno + typeof process'))`
    const { output, message } = await outcome(sandbox, { language: 'python', code: script })
    expect(output).toBeUndefined()
    expect(message).toMatch(/Code generation from strings disallowed|AttributeError/)
  })

  test('the code cannot answer on behalf of another run', async () => {
    const greedy = `import sys, gc
def main(args):
    for thing in gc.get_objects():
        if type(thing).__name__ == 'JsProxy' and callable(thing):
            try:
                thing('reply', 'O"mine"')
            except BaseException:
                pass
    return 'own'`
    const [item, other] = await Promise.all([
      outcome(sandbox, { language: 'python', code: greedy }),
      outcome(sandbox, { language: 'python', code: 'def main(args):\n    return "honest"' }),
    ])
    expect(item.output ?? item.message).toBeDefined()
    expect(other.output).toBe('honest')
  })

  test('a run leaves nothing behind for the next run', async () => {
    const first = `import builtins, sys, os, random, json
def main(args):
    builtins.len = lambda x: 'mine'
    builtins.left = 1
    json.dumps, json.loads = json.loads, json.dumps
    json.dumps = json.loads
    sys.modules['math'] = None
    os.environ['LEFT'] = '1'
    open('/tmp/left.txt', 'w').write('left')
    open('/home/user/left.txt', 'w').write('left')
    return 1`
    await outcome(sandbox, { language: 'python', code: first })
    const next = `import builtins, os, math, json
def main(args):
    return [len([1]), hasattr(builtins, 'left'), json.dumps(1), math.pi > 3, os.environ.get('LEFT'), os.listdir('/tmp'), os.path.exists('/home/user/left.txt')]`
    for (let again = 0; again < 3; again++)
      expect((await outcome(sandbox, { language: 'python', code: next })).output).toEqual([
        1,
        false,
        '1',
        true,
        null,
        [],
        false,
      ])
  })
})
