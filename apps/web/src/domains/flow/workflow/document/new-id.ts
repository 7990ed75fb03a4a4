/** An unused id of six digits, like the existing ones. */
export function newNodeId(taken: ReadonlySet<string>, random: () => number = Math.random): string {
  for (;;) {
    const id = String(100_002 + Math.floor(random() * 799_998))
    if (!taken.has(id)) return id
  }
}
