let isLeaving = false

/** Somebody signs out: calls that are under way are refused from then on, and that is no reason to ask for a sign-in. */
export const leaving = {
  isOn: () => isLeaving,
  async during(act: () => Promise<unknown>): Promise<void> {
    isLeaving = true
    try {
      await act()
    } catch (error) {
      isLeaving = false
      throw error
    }
  },
}
