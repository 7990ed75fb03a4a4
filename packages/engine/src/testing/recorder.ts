/** Wraps data and reports every path that is read; positions in lists are written as `[]`. */
export function recordReads<T extends object>(data: T, note: (path: string) => void, path = ''): T {
  const wrap = (key: string | symbol, value: unknown): unknown => {
    if (typeof key === 'symbol') return value
    const below = Array.isArray(data) ? path : path ? `${path}.${key}` : key
    if (!Array.isArray(data)) note(below)
    return typeof value === 'object' && value !== null ? recordReads(value, note, below) : value
  }
  // Listing the keys reads the descriptor of each of them: that does not count as reading.
  let listed = 0
  return new Proxy(data, {
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target)
      listed = keys.length
      return keys
    },
    get: (target, key) => wrap(key, Reflect.get(target, key)),
    getOwnPropertyDescriptor: (target, key) => {
      if (listed > 0) listed--
      else if (!Array.isArray(target) && typeof key === 'string') note(path ? `${path}.${key}` : key)
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
}
