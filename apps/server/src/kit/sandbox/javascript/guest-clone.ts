/** Runs inside the isolate: structuredClone for plain data. */
export function guestClone() {
  const clone = (value: unknown, seen: Map<object, unknown>): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError(`A ${typeof value} cannot be cloned`)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    const keep = <T extends object>(copy: T): T => {
      seen.set(value, copy)
      return copy
    }
    if (value instanceof Date) return keep(new Date(value.getTime()))
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
    if (value instanceof ArrayBuffer) return keep(value.slice(0))
    if (ArrayBuffer.isView(value)) {
      const buffer = clone(value.buffer, seen) as ArrayBuffer
      const View = value.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => object
      return keep(new View(buffer, value.byteOffset, 'length' in value ? (value.length as number) : value.byteLength))
    }
    if (value instanceof Map) {
      const copy = keep(new Map<unknown, unknown>())
      for (const [key, item] of value) copy.set(clone(key, seen), clone(item, seen))
      return copy
    }
    if (value instanceof Set) {
      const copy = keep(new Set<unknown>())
      for (const item of value) copy.add(clone(item, seen))
      return copy
    }
    const copy = keep(
      Array.isArray(value)
        ? Array.from({ length: value.length })
        : value instanceof Error
          ? new Error(value.message)
          : {},
    )
    for (const key of Object.keys(value))
      Object.defineProperty(copy, key, {
        value: clone((value as Record<string, unknown>)[key], seen),
        writable: true,
        enumerable: true,
        configurable: true,
      })
    return copy
  }
  Object.assign(globalThis, { structuredClone: (value: unknown) => clone(value, new Map()) })
}
