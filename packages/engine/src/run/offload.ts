import { isObject, setOwn, type Values } from '#values/own.ts'
import { sizeOf } from '#values/json.ts'
import type { Checkpoint } from './events.ts'

/** A store for large values outside the checkpoint. */
export interface ValueStore {
  put(value: unknown): Promise<string>
  get(reference: string): Promise<unknown>
}

/** A checkpoint without its large values. Their paths are stored apart, so no user value can pose as a reference. */
export interface Offloaded {
  checkpoint: Checkpoint
  stored: { path: string[]; reference: string }[]
}

/** Moves every text and list longer than `limit` characters to the store. */
export async function offload(checkpoint: Checkpoint, store: ValueStore, limit = 16_384): Promise<Offloaded> {
  const stored: Offloaded['stored'] = []
  const shrink = async (value: unknown, path: string[]): Promise<unknown> => {
    if (sizeOf(value, limit) <= limit) return value
    if (!isObject(value)) {
      stored.push({ path, reference: await store.put(value) })
      return null
    }
    const out: Values = {}
    for (const [key, item] of Object.entries(value)) setOwn(out, key, await shrink(item, [...path, key]))
    return out
  }
  return { checkpoint: (await shrink(checkpoint, [])) as Checkpoint, stored }
}

export async function reload({ checkpoint, stored }: Offloaded, store: ValueStore): Promise<Checkpoint> {
  const copy = structuredClone(checkpoint)
  for (const { path, reference } of stored) {
    const key = path.at(-1)!
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((at, item) => (isObject(at) && Object.hasOwn(at, item) ? at[item] : undefined), copy)
    if (isObject(holder)) setOwn(holder, key, await store.get(reference))
  }
  return copy
}
