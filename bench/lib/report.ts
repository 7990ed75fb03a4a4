/** Prints one line per figure: name, value, floor, ratio and goal. */
export function report(what: string, value: string, floor: string, ratio: number | undefined, goal: string) {
  const shown = ratio === undefined ? '' : `${ratio.toFixed(2)}x`
  process.stdout.write(
    `${what.padEnd(44)} ${value.padStart(14)}   floor ${floor.padStart(12)}   ${shown.padStart(8)}   ${goal}\n`,
  )
}
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
