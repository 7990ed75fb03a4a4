let isLeaving = false

/** Set while signing out: pending requests are then refused, and that must not open the sign-in page. */
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
