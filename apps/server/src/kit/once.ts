/** Creates a value once per key. Failures are not cached: the next call tries again. */
export function createOnce<Key, Value>() {
  const made = new Map<Key, Promise<Value>>()
  return (key: Key, make: () => Promise<Value>): Promise<Value> => {
    const known = made.get(key)
    if (known) return known
    const making = make()
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }
}
