/** Plain data: names such as `__proto__` or `toString` are ordinary keys and never reach a prototype. */
export type Values = Record<string, unknown>

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function getOwn(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Values)[key] : undefined
}

export function setOwn(target: Values, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else {
    target[key] = value
  }
}
