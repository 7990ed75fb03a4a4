import { readSlot, type Slot, writeSlot } from '@orrery/engine/describe'
import { useCallback } from 'react'
import { useNodeForm } from './form-context.tsx'

/** A setting of the node with its setter; typing is one undo step. */
export function useSlot(slot: Slot): [value: unknown, set: (value: unknown) => void] {
  const { data, change } = useNodeForm()
  const set = useCallback(
    (value: unknown) => change((before) => writeSlot(before, slot, value), `${slot.path}/${slot.param ?? ''}`),
    [change, slot],
  )
  return [readSlot(data, slot), set]
}
