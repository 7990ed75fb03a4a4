import { readFileSync, readSync, writeSync } from 'node:fs'
import { type Plugin, rolldown } from 'rolldown'
import { readFrame, writeFrame } from '../frames.ts'
import { extraEntry, extras, KIT, kitCode, libraries, offered, shelfEntry, trialKitCode } from './shelf.ts'

/** Builds one set of files after another. It can read only its own program; the files arrive with the request. */
interface Request {
  files: Record<string, string>
  entry: string
  /** Instead of user files, build a part of the shelf: for display (`shown`), for a `trial`, or one of `extras`. */
  shelf?: string
  /** Include a source map. */
  hasMap?: boolean
}
/** Rolldown treats ids with this prefix as virtual files. */
const MARK = '\0'
/** A prefix of virtual files too, but one that source maps include. */
const MAPPED = 'given:'
const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.json', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']
const moduleTypes = ['json', 'tsx', 'jsx', 'ts'] as const

class NotHere extends Error {}

function resolve(files: Record<string, string>, wanted: string, importer: string): string {
  if (!/^\.\.?\//.test(wanted)) throw new NotHere(wanted)
  const path = [...importer.split('/').slice(0, -1), ...wanted.split('/')].reduce<string[] | undefined>((at, part) => {
    if (!at || part === '.') return at
    if (part !== '..') return [...at, part]
    return at.length > 0 ? at.slice(0, -1) : undefined
  }, [])
  const found = path && endings.map((ending) => path.join('/') + ending).find((name) => Object.hasOwn(files, name))
  if (!found) throw new NotHere(wanted)
  return found
}
const lineOf = (text: string, wanted: string) =>
  text.split('\n').findIndex((line) => line.includes(`'${wanted}'`) || line.includes(`"${wanted}"`)) + 1

interface Missing {
  file: string
  line: number
  message: string
}
/** Resolves imports among the given files and the offered libraries, and nothing else. */
function givenFiles(files: Record<string, string>, mark: string, onMissing: (missing: Missing) => void): Plugin {
  return {
    name: 'only-the-given-files',
    resolveId(wanted, importer) {
      if (importer === undefined) return mark + wanted
      if (Object.hasOwn(offered, wanted)) return { id: wanted, external: true }
      const from = importer.slice(mark.length)
      try {
        return mark + resolve(files, wanted, from)
      } catch (cause) {
        onMissing({ file: from, line: lineOf(files[from] ?? '', wanted), message: `cannot import “${wanted}”` })
        throw cause
      }
    },
    load(id) {
      const name = id.slice(mark.length)
      const moduleType = moduleTypes.find((type) => name.endsWith(`.${type}`)) ?? 'js'
      return { code: files[name] ?? '', moduleType }
    },
  }
}
/** The given file of a source map entry: its path is relative to where the script would be written. */
const nameOf = (source: string) => source.slice(source.lastIndexOf(MAPPED) + MAPPED.length)
const besideFile = (file: string, wanted: string) => new URL(wanted, `file:///${file}`).pathname.slice(1)

/** Resolves the libraries, which are beside this program. A library of `extras` uses those that are already loaded. */
function shelfFiles(part: string): Plugin {
  const isExtra = Object.hasOwn(extras, part)
  const own: Record<string, string> = {
    shelf: isExtra ? extraEntry(part) : shelfEntry,
    [KIT]: part === 'trial' ? trialKitCode : kitCode,
  }
  const there = (name: string) => {
    const place = isExtra && name !== extras[part] ? offered[name] : undefined
    return place && `module.exports = globalThis.${place}`
  }
  return {
    name: 'the-shelf',
    resolveId(wanted, importer) {
      const from = importer?.slice(MARK.length) ?? ''
      return MARK + (/^\.\.?\//.test(wanted) ? besideFile(libraries[from] ?? from, wanted) : wanted)
    },
    load(id) {
      const name = id.slice(MARK.length)
      const file = () => readFileSync(new URL(`../shelf/${libraries[name] ?? name}`, import.meta.url), 'utf8')
      return { code: own[name] ?? there(name) ?? file(), moduleType: 'js' }
    },
  }
}

async function build({ files, entry, shelf, hasMap = false }: Request) {
  let missing: Missing | undefined
  const plugin = shelf ? shelfFiles(shelf) : givenFiles(files, hasMap ? MAPPED : MARK, (first) => (missing ??= first))
  try {
    const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent', plugins: [plugin] })
    const { output } = await bundle.generate({
      format: 'iife',
      name: 'ownComponents',
      globals: { ...offered },
      minify: true,
      codeSplitting: false,
      sourcemap: hasMap && 'hidden',
    })
    await bundle.close()
    const { code, exports, map } = output[0]
    return { code, exports, ...(map && { map: { mappings: map.mappings, sources: map.sources.map(nameOf) } }) }
  } catch (cause) {
    if (missing) return { fault: missing }
    const [first] = (cause as { errors?: { message: string; loc?: { file?: string; line: number } }[] }).errors ?? []
    const message = (first?.message ?? String(cause))
      // eslint-disable-next-line no-control-regex
      .replaceAll(/\u001B\[[\d;]*m/g, '')
      .split('\n')[0]!
      .replace(/^\[[A-Z_]+\] /, '')
    return { fault: { file: (first?.loc?.file ?? entry).replace(MARK, ''), line: first?.loc?.line ?? 0, message } }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))
/** A script is larger than the buffer of the pipe, so writing continues as the other side reads. */
function write(from: Uint8Array): number {
  for (;;)
    try {
      return writeSync(1, from)
    } catch (cause) {
      if ((cause as { code?: string }).code !== 'EAGAIN') throw cause
      Atomics.wait(pause, 0, 0, 1)
    }
}
const send = (parts: readonly string[]) => writeFrame(write, parts)
send(['ready'])
for (;;) {
  // Nothing else happens in this process, so a blocking read is the cheapest way to wait.
  const request = readFrame((into) => readSync(0, into))
  if (!request) process.exit(0)
  send(['reply', JSON.stringify(await build(JSON.parse(request[0]!) as Request))])
}
