import { useIde } from './ide-context.ts'

interface SplitSwitch {
  isOn: boolean
  isPossible: boolean
  toggle: () => void
}

/** Two halves: the tab one is in goes to the second, and all of the second come back. */
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
