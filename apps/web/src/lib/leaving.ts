let isLeaving = false

/** Set while signing out: pending requests are refused then, and this must not open the sign-in page. */
export const leaving = {
  isOn: () => isLeaving,
  async run<T>(act: () => Promise<T>): Promise<T> {
    isLeaving = true
    try {
      return await act()
    } catch (error) {
      isLeaving = false
      throw error
    }
  },
}
