import { readFileSync, readSync, writeSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { readFrame, writeFrame } from '../frames.ts'
import { kit, offered, shelf, trialKit } from './shelf.ts'

/** Builds one set of files after another. It sees its own program and nothing else; the files come with the request. */
interface Request {
  files: Record<string, string>
  entry: string
  /** Built to be drawn once as text, and not to be shown. */
  isTrial?: boolean
}
/** Rolldown takes an id that begins like this for one that is not on the disk. */
const MARK = '\0'
/** Libraries that come with the product. */
const ON_SHELF = `${MARK}shelf:`
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

const onShelf = (name: string) => readFileSync(new URL(`../shelf/${shelf[name]!}`, import.meta.url), 'utf8')

async function build({ files, entry, isTrial = false }: Request) {
  let missing: { file: string; line: number; message: string } | undefined
  try {
    const bundle = await rolldown({
      input: entry,
      platform: 'browser',
      logLevel: 'silent',
      plugins: [
        {
          name: 'only-the-given-files',
          resolveId(wanted, importer) {
            if (importer === undefined) return MARK + wanted
            const isInside = importer.startsWith(ON_SHELF)
            if (isInside ? Object.hasOwn(shelf, wanted) : offered.includes(wanted)) return ON_SHELF + wanted
            const from = importer.slice(MARK.length)
            try {
              return MARK + resolve(files, wanted, from)
            } catch (cause) {
              missing ??= { file: from, line: lineOf(files[from] ?? '', wanted), message: `cannot import “${wanted}”` }
              throw cause
            }
          },
          load(id) {
            if (id.startsWith(ON_SHELF)) {
              const library = id.slice(ON_SHELF.length)
              if (library === kit.name) return { code: isTrial ? trialKit : kit.code, moduleType: 'js' }
              return { code: onShelf(library), moduleType: 'js' }
            }
            const name = id.slice(MARK.length)
            const moduleType = moduleTypes.find((type) => name.endsWith(`.${type}`)) ?? 'js'
            return { code: files[name] ?? '', moduleType }
          },
        },
      ],
    })
    const { output } = await bundle.generate({
      format: 'iife',
      name: 'ownComponents',
      minify: true,
      codeSplitting: false,
    })
    await bundle.close()
    return { code: output[0].code, exports: output[0].exports }
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

const send = (parts: readonly string[]) => writeFrame((from) => writeSync(1, from), parts)
send(['ready'])
for (;;) {
  // Nothing else happens in this process: waiting in the call is the cheapest way to wait.
  const request = readFrame((into) => readSync(0, into))
  if (!request) process.exit(0)
  send(['reply', JSON.stringify(await build(JSON.parse(request[0]!) as Request))])
}
