/** Calls from the isolate to its process: text in, text out. */
export type HostCall = (operation: string, a?: string, b?: string, c?: string) => string

/** Runs inside the isolate: URL is parsed by the process outside, query strings are handled here. */
export function guestUrl(host: HostCall) {
  const encode = (text: string) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+')
  const decode = (text: string) => {
    const spaced = text.replaceAll('+', ' ')
    try {
      return decodeURIComponent(spaced)
    } catch {
      const bytes = spaced
        .split(/%([0-9a-f]{2})/i)
        .map((part, at) => (at % 2 ? [parseInt(part, 16)] : [...new TextEncoder().encode(part)]))
      return new TextDecoder().decode(new Uint8Array(bytes.flat()))
    }
  }
  const readPairs = (init: unknown): [string, string][] => {
    if (typeof init === 'object' && init !== null) {
      const entries = Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init)
      return entries.map(([key, value]) => [String(key), String(value)])
    }
    const parts = String(init ?? '')
      .replace(/^\?/, '')
      .split('&')
      .filter(Boolean)
    return parts.map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
  }

  class URLSearchParams {
    #pairs: [string, string][]
    #changed: (() => void) | undefined
    constructor(init?: unknown, changed?: () => void) {
      this.#pairs = readPairs(init)
      this.#changed = changed
    }
    #put(pairs: [string, string][]) {
      this.#pairs = pairs
      this.#changed?.()
    }
    get size() {
      return this.#pairs.length
    }
    append(key: unknown, value: unknown) {
      this.#put([...this.#pairs, [String(key), String(value)]])
    }
    delete(key: unknown) {
      this.#put(this.#pairs.filter((pair) => pair[0] !== String(key)))
    }
    get(key: unknown) {
      return this.#pairs.find((pair) => pair[0] === String(key))?.[1] ?? null
    }
    getAll(key: unknown) {
      return this.#pairs.filter((pair) => pair[0] === String(key)).map((pair) => pair[1])
    }
    has(key: unknown) {
      return this.#pairs.some((pair) => pair[0] === String(key))
    }
    set(key: unknown, value: unknown) {
      const at = this.#pairs.findIndex((pair) => pair[0] === String(key))
      const others = this.#pairs.filter((pair, index) => pair[0] !== String(key) || index === at)
      this.#put(
        at < 0
          ? [...others, [String(key), String(value)]]
          : others.map((pair, index) => (index === at ? [pair[0], String(value)] : pair)),
      )
    }
    sort() {
      this.#put([...this.#pairs].sort((item, other) => (item[0] < other[0] ? -1 : item[0] > other[0] ? 1 : 0)))
    }
    forEach(each: (value: string, key: string, all: URLSearchParams) => void) {
      for (const [key, value] of this) each(value, key, this)
    }
    *keys() {
      for (const [key] of this) yield key
    }
    *values() {
      for (const [, value] of this) yield value
    }
    *entries(): IterableIterator<[string, string]> {
      for (const [key, value] of this.#pairs) yield [key, value]
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return this.#pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
    }
  }

  const partsOf = new WeakMap<URL, Record<string, string>>()
  const change = (url: URL, name: string, value: string) => {
    const parts = host('url.set', url.toString(), name, value)
    if (parts) partsOf.set(url, JSON.parse(parts) as Record<string, string>)
  }
  const parse = (input: unknown, base?: unknown) =>
    base === undefined ? host('url', String(input)) : host('url', String(input), String(base))
  class URL {
    readonly searchParams: URLSearchParams
    constructor(input: unknown, base?: unknown) {
      const parts = parse(input, base)
      if (!parts) throw new TypeError(`Invalid URL: ${String(input)}`)
      partsOf.set(this, JSON.parse(parts) as Record<string, string>)
      this.searchParams = new URLSearchParams(partsOf.get(this)!.search, () =>
        change(this, 'search', this.searchParams.toString()),
      )
    }
    static canParse(input: unknown, base?: unknown) {
      return parse(input, base) !== ''
    }
    toString() {
      return partsOf.get(this)!.href!
    }
    toJSON() {
      return this.toString()
    }
  }
  for (const name of [
    'href',
    'origin',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ])
    Object.defineProperty(URL.prototype, name, {
      get(this: URL) {
        return partsOf.get(this)?.[name]
      },
      set(this: URL, value: unknown) {
        change(this, name, String(value))
      },
      enumerable: true,
    })
  Object.assign(globalThis, { URL, URLSearchParams })
}
