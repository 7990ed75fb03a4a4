/** The numbers of a text, separated by commas. */
export const numbersIn = (list: string): number[] => (list ? list.split(',').map(Number) : [])
