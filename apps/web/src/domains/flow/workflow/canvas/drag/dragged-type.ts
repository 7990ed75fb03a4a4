/** Format of the data transfer when a node type is dragged from a menu onto the canvas. */
export const draggedType = 'application/x-workflow-node'
