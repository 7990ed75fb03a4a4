import { NodeType } from '@orrery/engine/node-type'
import type { Point } from '../../document/canvas.ts'
import { moveBy } from '../../document/edits/move-inside.ts'
import { addNode, setNodeData } from '../../document/edits/node-edits.ts'
import { noteOf } from '../layout/comment-note.ts'
import type { CommandContext } from './command-context.ts'
import { freeSpot } from './insert-commands.ts'
import { makeNode } from './make-node.ts'

/** Notes on the canvas. */
export function createCommentCommands({ store, t, layoutOf, centre, announce, author, canvas }: CommandContext) {
  return {
    addComment(at?: Point): string {
      const middle = centre()
      const place = at ?? freeSpot(canvas(), { x: middle.x - 120, y: middle.y - 60 }, layoutOf)
      const node = makeNode(canvas(), NodeType.Comment, t('comment.title'), place)
      const signed = { ...node, data: { ...node.data, author: author(), time: Date.now() } }
      store.apply((now) => addNode(now, signed), { label: t('step.comment') })
      store.select([node.id])
      announce(t('said.added', { what: t('comment.title') }))
      return node.id
    },
    writeComment(id: string, text: string): void {
      store.apply(
        (now) =>
          setNodeData(now, id, (data) => ({
            ...data,
            inputs: { ...data.inputs, schemaType: 'slate', note: noteOf(text) },
            author: author(),
            time: Date.now(),
          })),
        { label: t('step.comment'), merge: `comment:${id}` },
      )
    },
    resizeComment(id: string, size: { width: number; height: number }, by: Point): void {
      store.apply(
        (now) =>
          moveBy(
            setNodeData(now, id, (data) => ({ ...data, size: { ...(data['size'] as object), ...size } })),
            new Map([[id, by]]),
          ),
        { label: t('step.resize') },
      )
    },
  }
}
