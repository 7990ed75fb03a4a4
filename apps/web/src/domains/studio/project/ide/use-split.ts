import { useIde } from './ide-context.ts'

interface SplitSwitch {
  isOn: boolean
  isPossible: boolean
  toggle: () => void
}

/** Toggles the split view: the current tab moves to the second half, or all tabs of the second half move back. */
export function useSplit(): SplitSwitch {
  const { lists, shown, send, join } = useIde()
  const isOn = lists[1].length > 0
  const current = shown[0]
  return {
    isOn,
    isPossible: isOn || lists[0].length > 1,
    toggle: () => {
      if (isOn) join()
      else if (current) send(current.key, 1)
    },
  }
}
