/** In the bar over a card: run this node, rerun from here, pin. */
export function NodeRunActions({ nodeId: _nodeId }: { nodeId: string }) {
  return null
}
